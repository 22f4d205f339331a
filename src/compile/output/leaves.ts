import {
  isEnumType,
  isSpecifiedScalarType,
  type GraphQLEnumType,
  type GraphQLLeafType,
} from 'graphql';
import type { JsonSchema, JsonType } from '../../core/json-schema.ts';

/** Bytes of an enum's list of names; the rest is left to the reader. */
const enumTextLimit = 160;

const builtInScalars: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['Int', { type: 'number' }],
  ['Float', { type: 'number' }],
  ['String', { type: 'string' }],
  ['Boolean', { type: 'boolean' }],
  ['ID', { type: ['string', 'integer'] }],
]);

/**
 * The schema of a scalar's or an enum's value in an answer, null aside; `{}` where it can be anything.
 *
 * It is wider than the schema of an input, for a client must never refuse what a server may send.
 *
 * | GraphQL                        | JSON Schema                                               |
 * | ------------------------------ | --------------------------------------------------------- |
 * | `Int`, `Float`                 | `number`: `1.0` is a legal `Int`, and no integer to some    |
 * | `ID`                           | `string` or `integer`                                     |
 * | enum                           | `string`, its names in the description: enums gain values |
 * | custom scalar                  | `{}`: any JSON value, null included                       |
 * | custom scalar with a configured schema | that schema's `type` alone: no format, no bound   |
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

/** How a description lists the names of values or types. */
const listing = 'One of: ';

/** Writes `One of: A, B, C`, cut after a whole name where there are many. */
export function listNames(names: readonly string[]): string {
  let text = listing;
  for (const [index, name] of names.entries()) {
    const next = index === 0 ? name : `, ${name}`;
    if (text.length + next.length > enumTextLimit) return `${text}, ...`;
    text += next;
  }
  return text;
}

/** The schema of a scalar or enum, with a key that equal ones share. */
export interface Leaf {
  readonly key: string;
  readonly schema: JsonSchema;
}

/** Writes the schema of some leaves; several at one place are told by their types alone. */
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
