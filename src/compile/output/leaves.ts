import {
  isEnumType,
  isSpecifiedScalarType,
  type GraphQLEnumType,
  type GraphQLLeafType,
} from 'graphql';
import type { JsonSchema, JsonType } from '../../core/json-schema.ts';

/** Longest list of names in a description. */
const enumTextLimit = 160;

const builtInScalars: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['Int', { type: 'number' }],
  ['Float', { type: 'number' }],
  ['String', { type: 'string' }],
  ['Boolean', { type: 'boolean' }],
  ['ID', { type: ['string', 'integer'] }],
]);

/**
 * Returns the schema of a non-null scalar or enum value in an answer; `{}` allows any value.
 *
 * It is wider than the schema of an input, because clients must accept everything a server may send.
 *
 * | GraphQL                        | JSON Schema                                               |
 * | ------------------------------ | --------------------------------------------------------- |
 * | `Int`, `Float`                 | `number`: some validators do not accept `1.0` as an integer |
 * | `ID`                           | `string` or `integer`                                     |
 * | enum                           | `string`, its names in the description: enums gain values |
 * | custom scalar                  | `{}`: any JSON value, null included                       |
 * | custom scalar with a configured schema | only the `type` of that schema, without bounds    |
 */
export function leafSchemaOf(
  type: GraphQLLeafType,
  scalars: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  if (isEnumType(type)) return { type: 'string', description: enumText(type) };
  if (isSpecifiedScalarType(type)) return builtInScalars.get(type.name) ?? {};
  const configured = scalars.get(type.name)?.type;
  return configured === undefined ? {} : { type: configured };
}

function enumText(type: GraphQLEnumType): string {
  return listNames(type.getValues().map((value) => value.name));
}

/** The beginning of a list of names in a description. */
const listing = 'One of: ';

/** Writes `One of: A, B, C`; a long list is cut after a name. */
export function listNames(names: readonly string[]): string {
  let text = listing;
  for (const [index, name] of names.entries()) {
    const next = index === 0 ? name : `, ${name}`;
    if (text.length + next.length > enumTextLimit) return `${text}, ...`;
    text += next;
  }
  return text;
}

/** The schema of a scalar or enum; equal ones have equal keys. */
export interface Leaf {
  readonly key: string;
  readonly schema: JsonSchema;
}

/** Writes the schema of leaves; the schema of several only has their types. */
export function writeLeaves(leaves: readonly Leaf[], nullable: boolean): JsonSchema | undefined {
  const [first, ...others] = leaves;
  if (first === undefined) return undefined;
  if (leaves.some(({ schema }) => schema.type === undefined)) return {};
  const types = leaves.flatMap(({ schema }) => typesOf(schema));
  const type = shortest(nullable ? [...types, 'null'] : types);
  return others.length === 0 ? { ...first.schema, type } : { type };
}

function typesOf({ type }: JsonSchema): readonly JsonType[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function shortest(types: readonly JsonType[]): JsonType | readonly JsonType[] {
  const distinct = [...new Set(types)];
  const [only] = distinct;
  return only !== undefined && distinct.length === 1 ? only : distinct;
}
