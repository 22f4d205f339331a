import { isJsonObject, ownMember } from '../core/json.ts';
import type { ConfigSchema } from './config-schema.ts';
import type { OptionSchema } from './option-schema.ts';

/**
 * Tells whether a value fits a schema of options, as Ajv would, but not why it does not.
 *
 * It is asked first, for most configurations are right: compiling the schema takes Ajv 20 ms of
 * every start, and this takes none.
 */
export function fitsSchema(value: unknown, root: ConfigSchema): boolean {
  return fits(value, root, root.$defs);
}

type Definitions = ConfigSchema['$defs'];

function fits(value: unknown, schema: OptionSchema, definitions: Definitions): boolean {
  if (schema.$ref !== undefined) {
    const target = definitions[schema.$ref.slice('#/$defs/'.length)];
    return target !== undefined && fits(value, target, definitions);
  }
  return (
    hasType(value, schema) &&
    (schema.enum === undefined || schema.enum.includes(value as string)) &&
    (typeof value !== 'string' || fitsText(value, schema)) &&
    (typeof value !== 'number' || fitsNumber(value, schema)) &&
    (!Array.isArray(value) || value.every((item) => fits(item, schema.items ?? {}, definitions))) &&
    (!isJsonObject(value) || fitsObject(value, schema, definitions))
  );
}

function hasType(value: unknown, { type }: OptionSchema): boolean {
  return type === undefined || [type].flat().some((name) => typeChecks[name](value));
}

const typeChecks = {
  object: isJsonObject,
  array: Array.isArray,
  string: (value: unknown) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value: unknown) => typeof value === 'boolean',
} as const;

function fitsText(text: string, { minLength = 0, pattern }: OptionSchema): boolean {
  return text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
}

function fitsNumber(
  value: number,
  { minimum = -Infinity, maximum = Infinity }: OptionSchema,
): boolean {
  return value >= minimum && value <= maximum;
}

function fitsObject(
  value: object,
  { properties = {}, required = [], propertyNames = {}, additionalProperties = true }: OptionSchema,
  definitions: Definitions,
): boolean {
  const others = additionalProperties === true ? {} : additionalProperties;
  return (
    required.every((name) => ownMember(value, name) !== undefined) &&
    Object.entries(value).every(([name, member]) => {
      const schema = (ownMember(properties, name) as OptionSchema | undefined) ?? others;
      return (
        schema !== false &&
        fits(name, propertyNames, definitions) &&
        fits(member, schema, definitions)
      );
    })
  );
}
