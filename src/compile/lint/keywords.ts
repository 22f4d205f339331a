import { isJsonObject } from '../../core/json.ts';
import { patternFault } from '../model/bounds.ts';

/** Returns what is wrong with the value of a keyword, as the end of a sentence. */
export type KeywordCheck = (value: unknown) => string | undefined;

const jsonTypes: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
  'null',
]);

/**
 * The keywords whose values contain no schemas, with their legal values.
 *
 * Each has the same meaning in draft-07 and in 2020-12. Keywords that are neither here nor in
 * `schemaKeywords` are rejected, because their support by clients is not tested.
 */
export const plainKeywords: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  ['type', (value) => (isType(value) ? undefined : 'has a type that JSON does not have')],
  ['description', nonEmptyText],
  ['format', nonEmptyText],
  ['x-mcp-header', nonEmptyText],
  [
    'pattern',
    (value) => (typeof value === 'string' ? patternFault(value) : 'has a pattern that is not text'),
  ],
  [
    'enum',
    (value) => (isEnum(value) ? undefined : 'has an enum that is empty or contains objects'),
  ],
  [
    'const',
    (value) => (typeof value === 'string' ? undefined : 'has a const that is not a string'),
  ],
  ['required', (value) => (isNameList(value) ? undefined : 'does not list each required key once')],
  [
    'deprecated',
    (value) => (typeof value === 'boolean' ? undefined : 'has a deprecated that is not a boolean'),
  ],
  ['default', (value) => (value === undefined ? 'has an undefined default' : undefined)],
  ['examples', (value) => (Array.isArray(value) ? undefined : 'has examples that are not a list')],
  ['minimum', finite],
  ['maximum', finite],
  ['exclusiveMinimum', finite],
  ['exclusiveMaximum', finite],
  [
    'multipleOf',
    (value) =>
      typeof value === 'number' && value > 0
        ? finite(value)
        : 'has a multipleOf that is not greater than 0',
  ],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minProperties', count],
  ['maxProperties', count],
]);

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? undefined : 'is not a text, or empty';
}

function finite(value: unknown): string | undefined {
  return Number.isFinite(value) ? undefined : 'has a bound that is not a number';
}

function count(value: unknown): string | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0
    ? undefined
    : 'has a count that is not a whole number';
}

function isType(value: unknown): boolean {
  if (!Array.isArray(value)) return jsonTypes.has(value);
  return value.length > 0 && isUnique(value) && value.every((one) => jsonTypes.has(one));
}

function isEnum(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const scalars = value.every((one) => one === null || typeof one !== 'object');
  return value.length > 0 && scalars && isUnique(value);
}

function isNameList(value: unknown): boolean {
  return Array.isArray(value) && isUnique(value) && value.every((one) => typeof one === 'string');
}

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

/** Called for each schema in the value of a keyword, with its name or index there. */
export type VisitSubschema = (schema: unknown, key?: string | number) => void;

/** Visits the schemas in the value of a keyword; returns what is wrong with the value. */
export type VisitSubschemas = (value: unknown, visit: VisitSubschema) => string | undefined;

/** The keywords whose values are or contain schemas. */
export const schemaKeywords: ReadonlyMap<string, VisitSubschemas> = new Map([
  ['items', visitSchema],
  ['not', visitSchema],
  ['additionalProperties', visitSchemaOrBoolean],
  ['anyOf', visitBranches],
  ['oneOf', visitBranches],
  ['properties', visitMembers],
  ['$defs', visitMembers],
]);

function visitSchema(value: unknown, visit: VisitSubschema): undefined {
  visit(value);
}

function visitSchemaOrBoolean(value: unknown, visit: VisitSubschema): undefined {
  if (typeof value !== 'boolean') visit(value);
}

function visitBranches(value: unknown, visit: VisitSubschema): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'has no alternatives';
  for (const [index, schema] of value.entries()) visit(schema, index);
  return undefined;
}

function visitMembers(value: unknown, visit: VisitSubschema): string | undefined {
  if (!isJsonObject(value)) return 'is not an object';
  for (const name in value) visit(value[name], name);
  return undefined;
}
