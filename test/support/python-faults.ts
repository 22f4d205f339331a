import { Ajv, type SchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Why Python's `jsonschema` would refuse a schema, on which clients written in Python fail the call:
 * it holds the schema against the metaschema of its draft, 2020-12 or, for some clients, draft-07,
 * and compiles each pattern with `re`.
 */
export function pythonFaultsOf(schema: SchemaObject): readonly string[] {
  return [...metaschemaFaultsOf(schema), ...nullsIn(schema, '')].concat(
    patternsIn(schema)
      .filter((pattern) => notForPython.test(pattern))
      .map((pattern) => `${pattern} is no pattern of Python`),
  );
}

const draft07 = new Ajv({ strict: false, allErrors: true });
const draft2020 = new Ajv2020({ strict: false, allErrors: true });

function metaschemaFaultsOf(schema: SchemaObject): readonly string[] {
  return [draft07, draft2020].flatMap((ajv) => {
    if (ajv.validateSchema(schema) === true) return [];
    return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  });
}

/** Keywords whose values are values of the API, null among them. */
const valueKeywords = new Set(['default', 'enum', 'const']);

function nullsIn(value: unknown, path: string): readonly string[] {
  if (value === null) return [`${path} is null`];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    valueKeywords.has(key) && !path.endsWith('/properties') ? [] : nullsIn(inner, `${path}/${key}`),
  );
}

function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  );
}

/** What JavaScript has and `re` has not, or has otherwise. */
const notForPython =
  /\\[pPkcZA]|\\[1-9]|\\u\{|\(\?<(?![=!])|\(\?[Pi>#(]|\[\^?\]|\{\d{5,}|\{\d*,\d{5,}|[*+?}]\+/;
