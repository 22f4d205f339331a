import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../core/json-schema.ts';
import type { JsonValue } from '../core/json.ts';
import { accepts } from './schema/accepts.ts';
import { createNodeTable } from './schema/node-table.ts';
import { readSchema } from './schema/read-schema.ts';

/** Says whether a value fits a schema. */
export type Fits = (value: JsonValue) => boolean;

/** Makes the validators that witnesses are held against. */
export type WitnessValidators = (schema: JsonSchema) => Fits;

/**
 * Makes validators by Ajv, the validator of most clients, for so many schemas; those beyond are judged
 * by the interpreter here, which tests hold against Ajv. Compiling takes a millisecond a schema, and a
 * change of one type can change a thousand tools.
 */
export function createWitnessValidators(limit = 200): WitnessValidators {
  let left = limit;
  return (schema) => {
    left--;
    if (left < 0) return interpret(schema);
    try {
      return compile(schema);
    } catch {
      // a schema from elsewhere may be one that Ajv refuses: then nothing can be shown
      return () => false;
    }
  };
}

function interpret(schema: JsonSchema): Fits {
  const node = readSchema(schema, createNodeTable());
  return (value) => accepts(node, value);
}

/** A validator here judges a few values: making it is what takes the time. */
const quick = { meta: false, validateSchema: false, code: { optimize: false } } as const;

/** An instance for each schema, which goes with it. */
function compile(schema: JsonSchema): Fits {
  const ajv = new Ajv2020({ strict: false, logger: false, ...quick });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}
