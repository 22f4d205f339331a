import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { JsonValue } from '../../core/json.ts';
import { lazy } from '../../core/memo.ts';
import { touchedSchema } from './touched-schema.ts';

/**
 * Says by a validator whether a value fits a schema, for witnesses are held against one; undefined
 * where that would take too long.
 */
export type WitnessValidator = (schema: JsonSchema, value: JsonValue) => boolean | undefined;

/**
 * Makes what judges witnesses by Ajv, the validator of most clients, with schemas of so many
 * characters together: compiling takes a second for some 500,000, and a change of one type can change
 * a thousand tools. Of each schema, the part that decides about the value is compiled; parts that are
 * alike are compiled once. Those beyond are judged by the interpreter here, which tests hold against
 * Ajv.
 */
export function createWitnessValidator(budget = 60_000): WitnessValidator {
  let left = budget;
  const ajv = lazy(createAjv);
  const known = new Map<string, Fits>();
  return (schema, value) => {
    if (left <= 0) return undefined;
    const part = touchedSchema(schema, value);
    const text = JSON.stringify(part);
    const before = known.get(text);
    if (before) return before(value);
    if (text.length > left) return undefined;
    left -= text.length;
    // a schema that is left as it is may have an id, which only one in an instance can have
    const fits = compile(part === schema ? createAjv() : ajv(), part);
    known.set(text, fits);
    return fits(value);
  };
}

type Fits = (value: JsonValue) => boolean;

/** A validator here judges a few values: making it is what takes the time. */
const quick = { meta: false, validateSchema: false, code: { optimize: false } } as const;

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false, ...quick });
  addFormats.default(ajv);
  return ajv;
}

function compile(ajv: Ajv2020, schema: JsonSchema): Fits {
  try {
    const validate = ajv.compile(schema);
    return (value) => isJudgedGood(validate, value);
  } catch {
    // a schema from elsewhere may be one that Ajv refuses: then nothing can be shown
    return () => false;
  }
}

/** By anchors, a schema can lead back to itself where nobody looked. */
function isJudgedGood(validate: ValidateFunction, value: JsonValue): boolean {
  try {
    return validate(value);
  } catch {
    return false;
  }
}
