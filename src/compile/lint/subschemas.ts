import { isJsonObject } from '../../core/json.ts';

/** Is shown each schema within a keyword's value, with its key there if it has one. */
export type SeeSubschema = (schema: unknown, key?: string | number) => void;

/** Shows the schemas within a keyword's value, or says what is wrong with the value. */
export type ShowSubschemas = (value: unknown, see: SeeSubschema) => string | undefined;

/** The keywords whose values are schemas, or hold some. */
export const schemaKeywords: ReadonlyMap<string, ShowSubschemas> = new Map([
  ['items', one],
  ['not', one],
  ['additionalProperties', oneOrBoolean],
  ['anyOf', list],
  ['oneOf', list],
  ['properties', members],
  ['$defs', members],
]);

function one(value: unknown, see: SeeSubschema): undefined {
  see(value);
}

function oneOrBoolean(value: unknown, see: SeeSubschema): undefined {
  if (typeof value !== 'boolean') see(value);
}

function list(value: unknown, see: SeeSubschema): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'has no alternatives';
  for (const [index, schema] of value.entries()) see(schema, index);
  return undefined;
}

function members(value: unknown, see: SeeSubschema): string | undefined {
  if (!isJsonObject(value)) return 'is no object';
  for (const name in value) see(value[name], name);
  return undefined;
}
