import addFormats from 'ajv-formats';
import { Ajv, type ValidateFunction, type SchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The options of the MCP TypeScript SDK's clients. */
const sdkOptions = {
  strict: false,
  validateFormats: true,
  validateSchema: false,
  allErrors: true,
  // unknown formats are no errors in the SDK
  logger: false as const,
};

/** A schema compiled as clients compile it: as draft-07, and as 2020-12. */
export interface SdkValidators {
  readonly draft07: ValidateFunction;
  readonly draft2020: ValidateFunction;
}

/** Compiles a schema in both dialects that clients use. */
export function sdkValidatorsOf(schema: object): SdkValidators {
  const draft07 = new Ajv(sdkOptions);
  const draft2020 = new Ajv2020(sdkOptions);
  addFormats.default(draft07);
  addFormats.default(draft2020);
  return { draft07: draft07.compile(schema), draft2020: draft2020.compile(schema) };
}

/** Errors of a value in both dialects; empty if it is valid. */
export function problemsOf({ draft07, draft2020 }: SdkValidators, value: unknown): string[] {
  return [draft07, draft2020].flatMap((validate) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  });
}

/**
 * Faults for which Python's `jsonschema`, and with it clients written in Python, rejects a schema: it
 * validates the schema against the metaschema of its draft, 2020-12 or, for some clients, draft-07,
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

/** Syntax of JavaScript that `re` lacks or reads differently. */
const notForPython =
  /\\[pPkcZA]|\\[1-9]|\\u\{|\(\?<(?![=!])|\(\?[Pi>#(]|\[\^?\]|\{\d{5,}|\{\d*,\d{5,}|[*+?}]\+/;
