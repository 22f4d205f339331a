import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { JsonValue } from '../../core/json.ts';
import { lazy } from '../../core/memo.ts';
import { pruneToValue } from './prune-to-value.ts';

/** Returns whether a value matches a schema; undefined if checking that would take too long. */
export type SchemaValidator = (schema: JsonSchema, value: JsonValue) => boolean | undefined;

/**
 * Creates the validator of counterexamples: Ajv, which most clients use.
 *
 * Compiling schemas is slow, and a change of one type can change a thousand tools. So only the part of a
 * schema that decides about the value is compiled, equal parts are compiled once, and the characters
 * compiled in all are limited.
 */
export function createSchemaValidator(maxCharacters = 60_000): SchemaValidator {
  let left = maxCharacters;
  const ajv = lazy(createAjv);
  const compiled = new Map<string, Matches>();
  return (schema, value) => {
    if (left <= 0) return undefined;
    const part = pruneToValue(schema, value);
    const text = JSON.stringify(part);
    const existing = compiled.get(text);
    if (existing) return existing(value);
    if (text.length > left) return undefined;
    left -= text.length;
    // a schema that is not pruned may have an id, which must be unique in an instance
    const matches = compile(part === schema ? createAjv() : ajv(), part);
    compiled.set(text, matches);
    return matches(value);
  };
}

type Matches = (value: JsonValue) => boolean;

/** A validator checks few values: compiling it takes the time. */
const quick = { meta: false, validateSchema: false, code: { optimize: false } } as const;

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false, ...quick });
  addFormats.default(ajv);
  return ajv;
}

function compile(ajv: Ajv2020, schema: JsonSchema): Matches {
  try {
    const validate = ajv.compile(schema);
    return (value) => isMatch(validate, value);
  } catch {
    // Ajv rejects some schemas of other servers: then there is no counterexample
    return () => false;
  }
}

/** A schema with anchors can refer to itself without end. */
function isMatch(validate: ValidateFunction, value: JsonValue): boolean {
  try {
    return validate(value);
  } catch {
    return false;
  }
}
