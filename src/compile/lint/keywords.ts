import { isPortablePattern } from '../model/bounds.ts';

/** Says what is wrong with a keyword's value, or nothing. */
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
 * The keywords that schemas may have whose values are no schemas, with what is legal for each.
 *
 * All mean the same in draft-07 and in 2020-12. A keyword that stands neither here nor in
 * `subschemas.ts` is refused, for nobody has tried what clients make of it.
 */
export const plainKeywords: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  ['type', (value) => (isType(value) ? undefined : 'has a type that JSON does not have')],
  ['description', nonEmptyText],
  ['format', nonEmptyText],
  ['x-mcp-header', nonEmptyText],
  [
    'pattern',
    (value) =>
      typeof value === 'string' && isPortablePattern(value)
        ? undefined
        : 'has a pattern that not every client can compile',
  ],
  ['enum', (value) => (isEnum(value) ? undefined : 'has an enum that is empty or not of scalars')],
  ['const', (value) => (typeof value === 'string' ? undefined : 'has a const that is no text')],
  [
    'required',
    (value) => (isNameList(value) ? undefined : 'does not list required keys once each'),
  ],
  [
    'deprecated',
    (value) =>
      typeof value === 'boolean' ? undefined : 'is deprecated otherwise than true or false',
  ],
  ['default', (value) => (value === undefined ? 'has an undefined default' : undefined)],
  ['examples', (value) => (Array.isArray(value) ? undefined : 'has examples that are no list')],
  ['minimum', finite],
  ['maximum', finite],
  ['exclusiveMinimum', finite],
  ['exclusiveMaximum', finite],
  [
    'multipleOf',
    (value) =>
      typeof value === 'number' && value > 0
        ? finite(value)
        : 'has a multipleOf that is not above 0',
  ],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minProperties', count],
  ['maxProperties', count],
]);

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? undefined : 'has an empty text, or none';
}

function finite(value: unknown): string | undefined {
  return Number.isFinite(value) ? undefined : 'has a bound that is no number';
}

function count(value: unknown): string | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0
    ? undefined
    : 'has a count that is no whole number';
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
