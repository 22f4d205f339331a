import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../core/json-schema.ts';
import type { JsonValue } from '../core/json.ts';

/** Says whether a value fits a schema. */
export type Fits = (value: JsonValue) => boolean;

/** Makes the validators that witnesses are held against; undefined where it would take too long. */
export type WitnessValidators = (schema: JsonSchema) => Fits | undefined;

/**
 * Makes validators by Ajv, the validator of most clients, for schemas of so many characters together:
 * compiling takes a second for some 300,000, and a change of one type can change a thousand tools.
 * Those beyond are judged by the interpreter here, which tests hold against Ajv.
 */
export function createWitnessValidators(budget = 300_000): WitnessValidators {
  let left = budget;
  return (schema) => {
    if (left <= 0) return undefined;
    const { length } = JSON.stringify(schema);
    if (length > left) return undefined;
    left -= length;
    try {
      return compile(schema);
    } catch {
      // a schema from elsewhere may be one that Ajv refuses: then nothing can be shown
      return () => false;
    }
  };
}

/** A validator here judges a few values: making it is what takes the time. */
const quick = { meta: false, validateSchema: false, code: { optimize: false } } as const;

/** An instance for each schema, which goes with it. */
function compile(schema: JsonSchema): Fits {
  const ajv = new Ajv2020({ strict: false, logger: false, ...quick });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => {
    try {
      return validate(value);
    } catch {
      // by anchors, a schema can lead back to itself where nobody looked
      return false;
    }
  };
}
