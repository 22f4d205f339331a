import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  Kind,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLFieldMap,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** The most leaf fields of the type of a root field. */
const maxLeaves = 20;
/** The most objects of it. */
const maxInner = 8;
/** The most leaf fields of each of these objects without identifying fields. */
const maxInnerLeaves = 3;
/** The most possible types of an interface or union that get a fragment. */
const maxFragments = 5;

/** Identifying fields and page cursors, which are selected first. */
const identifying = new Set(['id', 'name', 'title', 'slug', 'url', 'hasNextPage', 'endCursor']);

/**
 * Selects the most useful fields of a type, two levels deep.
 *
 * | type               | selection                                                          |
 * | ------------------ | ------------------------------------------------------------------ |
 * | object             | its leaf fields, and the identifying fields of its objects         |
 * | connection         | its `nodes` (or `edges { node }`), with `pageInfo` and `totalCount` |
 * | interface or union | `__typename`, common fields, and a fragment for each type if they are few |
 *
 * Omits fields that are deprecated or have required arguments.
 */
export function starterSelection(
  type: GraphQLCompositeType,
  schema: GraphQLSchema,
): SelectionSetNode {
  const connection = connectionSelection(type, schema);
  if (connection) return connection;
  const fields = isInterfaceType(type) || isObjectType(type) ? fieldsOf(type.getFields()) : [];
  const leaves = limitFields(fields.filter(isLeaf), maxLeaves).map(select);
  const inner = fields.flatMap(innerSelection).slice(0, maxInner);
  if (!isAbstractType(type)) return setOf([...leaves, ...inner]);
  return setOf([typename, ...leaves, ...inner, ...fragmentsOf(type, fields, schema)]);
}

function fieldsOf(fields: GraphQLFieldMap<unknown, unknown>): readonly Field[] {
  return Object.values(fields).filter(
    ({ args, deprecationReason }) => deprecationReason == null && !args.some(isRequiredArgument),
  );
}

function isLeaf({ type }: Field): boolean {
  return isLeafType(getNamedType(type));
}

/** Whether a type is a page of a list: `nodes` or `edges`, with `pageInfo`. */
export function isConnection(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return isObjectType(named) && 'pageInfo' in named.getFields() && itemsOf(named) !== undefined;
}

/** Whether a type is a list, or a page of one. */
export function isMany(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type) || isConnection(type);
}

/** Returns the item type of a field, of a list or a connection. */
export function itemTypeOf(type: GraphQLOutputType): GraphQLNamedOutputType {
  const named = getNamedType(type);
  return isObjectType(named) && isConnection(named) ? (itemsOf(named)?.type ?? named) : named;
}

interface Items {
  /** `nodes`, or `edges` and `node`. */
  readonly path: readonly string[];
  readonly type: GraphQLCompositeType;
}

function itemsOf(type: GraphQLCompositeType): Items | undefined {
  const nodes = compositeAt(type, 'nodes');
  if (nodes) return { path: ['nodes'], type: nodes };
  const edge = compositeAt(type, 'edges');
  const node = edge && compositeAt(edge, 'node');
  return node && { path: ['edges', 'node'], type: node };
}

function compositeAt(type: GraphQLCompositeType, name: string): GraphQLCompositeType | undefined {
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  const named = getNamedType(field?.type);
  return isCompositeType(named) && !field?.args.some(isRequiredArgument) ? named : undefined;
}

function connectionSelection(
  type: GraphQLCompositeType,
  schema: GraphQLSchema,
): SelectionSetNode | undefined {
  const items = isObjectType(type) && isConnection(type) ? itemsOf(type) : undefined;
  if (!items || !isObjectType(type)) return undefined;
  // the items start a new level, so that they are selected like those of a plain list
  const within = isConnection(items.type)
    ? setOf([typename])
    : starterSelection(items.type, schema);
  const nested = items.path.reduceRight<SelectionSetNode>(
    (selections, name) => setOf([fieldNode(name, selections)]),
    within,
  );
  const around = fieldsOf(type.getFields()).filter(({ name }) => name !== items.path[0]);
  const pageInfo = around.filter(({ name }) => name === 'pageInfo');
  return setOf([
    ...nested.selections,
    ...pageInfo.flatMap(innerSelection),
    ...around.filter(isLeaf).slice(0, maxInnerLeaves).map(select),
  ]);
}

/** Selects the identifying fields of an inner object; undefined if it has none. */
function innerSelection(field: Field): readonly FieldNode[] {
  const type = getNamedType(field.type);
  if (!isCompositeType(type) || isConnection(type) || asksForPages(field)) return [];
  const fields = isUnionType(type) ? {} : type.getFields();
  const leaves = fieldsOf(fields).filter(isLeaf);
  const known = leaves.filter(({ name }) => identifying.has(name));
  const chosen = known.length > 0 ? known : leaves.slice(0, maxInnerLeaves);
  const selections = isAbstractType(type) ? [typename, ...chosen.map(select)] : chosen.map(select);
  return selections.length === 0 ? [] : [fieldNode(field.name, setOf(selections))];
}

/** Many servers refuse a paged list without a page size. */
function asksForPages({ type, args }: Field): boolean {
  const list = isListType(isNonNullType(type) ? type.ofType : type);
  return list && args.some(({ name }) => pageSizes.has(name));
}

/** Arguments for the page size. */
export const pageSizes: ReadonlySet<string> = new Set(['first', 'limit', 'pageSize', 'take']);

/** Limits the number of fields, in order; identifying fields are kept. */
function limitFields(fields: readonly Field[], most: number): readonly Field[] {
  if (fields.length <= most) return fields;
  const room = most - fields.filter(({ name }) => identifying.has(name)).length;
  const others = fields.filter(({ name }) => !identifying.has(name)).slice(0, room);
  return fields.filter((field) => identifying.has(field.name) || others.includes(field));
}

/** A fragment for each possible type, with the leaf fields that only it has. */
function fragmentsOf(
  type: GraphQLCompositeType,
  common: readonly Field[],
  schema: GraphQLSchema,
): readonly SelectionNode[] {
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  if (possible.length > maxFragments) return [];
  const shared = new Set(common.map(({ name }) => name));
  // fields of different types with one name conflict in one selection
  const taken = new Map<string, string>();
  return possible.flatMap((object) => {
    const own = fieldsOf(object.getFields())
      .filter((field) => isLeaf(field) && !shared.has(field.name) && isFree(field, taken))
      .slice(0, maxLeaves);
    for (const field of own) taken.set(field.name, String(field.type));
    return own.length === 0 ? [] : [fragmentOn(object.name, own.map(select))];
  });
}

function isFree({ name, type }: Field, taken: ReadonlyMap<string, string>): boolean {
  return (taken.get(name) ?? String(type)) === String(type);
}

function select({ name }: Field): FieldNode {
  return fieldNode(name);
}

function fieldNode(name: string, selectionSet?: SelectionSetNode): FieldNode {
  const node = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } } as const;
  return selectionSet ? { ...node, selectionSet } : node;
}

const typename = fieldNode('__typename');

function fragmentOn(name: string, selections: readonly SelectionNode[]): SelectionNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } },
    selectionSet: setOf(selections),
  };
}

/** A selection set, which is never empty. */
function setOf(selections: readonly SelectionNode[]): SelectionSetNode {
  return {
    kind: Kind.SELECTION_SET,
    selections: selections.length === 0 ? [typename] : selections,
  };
}
