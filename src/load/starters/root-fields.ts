import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { itemTypeOf, isMany } from './starter-selection.ts';

/** A field of the query or mutation type. */
export interface RootField {
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

/** All root fields: queries first, in the order of the schema. */
export function rootFieldsOf(schema: GraphQLSchema): readonly RootField[] {
  const fieldsOf = (kind: RootField['kind'], type = schema.getQueryType()) =>
    Object.values(type?.getFields() ?? {}).map((field): RootField => ({ kind, field }));
  return [...fieldsOf('query'), ...fieldsOf('mutation', schema.getMutationType() ?? null)];
}

/** Returns the root fields that are not deprecated and that no operation calls yet. */
export function fieldsLeft(
  schema: GraphQLSchema,
  called: ReadonlySet<string>,
): readonly RootField[] {
  return rootFieldsOf(schema).filter(
    (root) =>
      root.field.deprecationReason == null && !called.has(keyOf(root.kind, root.field.name)),
  );
}

/** Returns the key of a root field: `query films`. */
export function keyOf(kind: RootField['kind'], name: string): string {
  return `${kind} ${name}`;
}

/** Returns whether a name refers to a root field: `films`, or `Query.films`. */
export function isNamed({ kind, field }: RootField, name: string): boolean {
  const [type, own] = name.includes('.') ? name.split('.') : [kind, name];
  return field.name === own && type?.toLowerCase() === kind;
}

/**
 * Returns the most useful queries for a start: for each entity one that lists it and one that finds
 * it, the most referenced entities first.
 *
 * Skips fields that are deprecated or begin with an underscore.
 */
export function likelyQueries(schema: GraphQLSchema, most: number): readonly string[] {
  const queries = rootFieldsOf(schema).filter(isForPeople);
  const references = countReferences(schema);
  const byType = new Map<GraphQLNamedType, readonly RootField[]>();
  for (const root of queries) {
    const type = itemTypeOf(root.field.type);
    byType.set(type, [...(byType.get(type) ?? []), root]);
  }
  const types = [...byType.keys()].sort(
    (a, b) => (references.get(b) ?? 0) - (references.get(a) ?? 0),
  );
  const chosen = types.flatMap((type) => oneOfEach(byType.get(type) ?? []));
  const others = queries.filter((root) => !chosen.includes(root));
  return [...chosen, ...others].slice(0, most).map(({ field }) => `Query.${field.name}`);
}

function isForPeople({ kind, field: { name, deprecationReason } }: RootField): boolean {
  return kind === 'query' && !name.startsWith('_') && deprecationReason == null;
}

/** Prefers the shorter name: `films` over `archivedFilms`. */
function oneOfEach(roots: readonly RootField[]): readonly RootField[] {
  const plainest = [...roots].sort((a, b) => a.field.name.length - b.field.name.length);
  const many = plainest.find(({ field }) => isMany(field.type));
  const one = plainest.find(({ field }) => !isMany(field.type));
  return [many, one].filter((root) => root !== undefined);
}

/** Counts the fields (root fields excluded) that return each object, interface or union. */
function countReferences(schema: GraphQLSchema): ReadonlyMap<GraphQLNamedType, number> {
  const counts = new Map<GraphQLNamedType, number>();
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (roots.has(type) || !(isObjectType(type) || isInterfaceType(type))) continue;
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (isCompositeType(named)) counts.set(named, (counts.get(named) ?? 0) + 1);
    }
  }
  return counts;
}
