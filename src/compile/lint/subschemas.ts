import { isJsonObject, ownMember } from '../../core/json.ts';

/** Schemas within the value of a keyword, each with its way from there; or what is wrong with it. */
export type Subschemas = readonly (readonly [way: string, schema: unknown])[] | string;

/** The keywords whose values are schemas, or hold some. */
export const schemaKeywords: ReadonlyMap<string, (value: unknown) => Subschemas> = new Map([
  ['items', one],
  ['not', one],
  ['additionalProperties', (value: unknown) => (typeof value === 'boolean' ? [] : one(value))],
  ['anyOf', list],
  ['oneOf', list],
  ['properties', members],
  ['$defs', members],
]);

function one(value: unknown): Subschemas {
  return [['', value]];
}

function list(value: unknown): Subschemas {
  if (!Array.isArray(value) || value.length === 0) return 'has no alternatives';
  return value.map((schema: unknown, index) => [`/${index}`, schema] as const);
}

function members(value: unknown): Subschemas {
  if (!isJsonObject(value)) return 'is no object';
  return Object.keys(value).map((name) => [`/${name}`, ownMember(value, name)] as const);
}
