import {
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Occurrence, Selection } from './collect-fields.ts';
import {
  type ObjectRef,
  leafPosition,
  listPosition,
  objectPosition,
  unionOf,
  type Position,
} from './position.ts';
import type { RuntimeType } from './conditions.ts';

/** One response name of an object. */
export interface ObjectField {
  /** Whether every object of this shape has it, for all variables. */
  readonly required: boolean;
  /** Whether it is `__typename`, possibly with an alias. */
  readonly isTypename: boolean;
  readonly position: Position;
}

/** The positions of one leaf type. */
export interface LeafPositions {
  readonly plain: Position;
  readonly orNull: Position;
}

/** Returns the types and the objects below fields. */
export interface FieldLookup {
  readonly schema: GraphQLSchema;
  leafOf(type: GraphQLLeafType): LeafPositions;
  objectOf(type: GraphQLCompositeType, selections: readonly Selection[]): ObjectRef;
}

/** The position of `__typename`. */
const typename = leafPosition({ key: '__typename', schema: { type: 'string' } }, false);

/** The position of a field that the schema does not have. */
const anything = leafPosition({ key: '*', schema: {} }, false);

/**
 * Merges the field nodes of one response name.
 *
 * A node that is always selected determines the type of the field. If all are conditional, the field
 * may have the type of any of them, and keys that only some of them select are optional.
 */
export function mergeField(
  lookup: FieldLookup,
  runtime: RuntimeType,
  occurrences: readonly [Occurrence, ...Occurrence[]],
): ObjectField {
  const certain = occurrences.find(({ conditional }) => !conditional);
  const selections = selectionsBelow(occurrences);
  const positionOf = (occurrence: Occurrence): Position =>
    positionOfField(lookup, runtime, occurrence, selections);
  const position = certain ? positionOf(certain) : unionOf(mapAll(occurrences, positionOf));
  return {
    required: certain !== undefined && position !== anything,
    isTypename: position === typename,
    position,
  };
}

function mapAll<From, To>(
  [first, ...others]: readonly [From, ...From[]],
  make: (from: From) => To,
): readonly [To, ...To[]] {
  return [make(first), ...others.map(make)];
}

/** A single field node is always selected if its key is there, even if the key is conditional. */
function selectionsBelow(occurrences: readonly Occurrence[]): readonly Selection[] {
  const alone = occurrences.length === 1;
  const selections: Selection[] = [];
  for (const { node, conditional } of occurrences) {
    const set = node.selectionSet;
    if (set) selections.push({ set, conditional: conditional && !alone });
  }
  return selections;
}

function positionOfField(
  lookup: FieldLookup,
  runtime: RuntimeType,
  { node, parent }: Occurrence,
  selections: readonly Selection[],
): Position {
  const name = node.name.value;
  if (name === '__typename') return typename;
  // a known type may narrow the declaration of its interface
  const owner = runtime.kind === 'known' ? runtime.type : parent;
  const field = fieldOf(lookup.schema, owner, name);
  return field ? positionOfType(lookup, field.type, selections) : anything;
}

function fieldOf(
  schema: GraphQLSchema,
  owner: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (owner === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  const hasFields = isObjectType(owner) || isInterfaceType(owner);
  return hasFields ? owner.getFields()[name] : undefined;
}

function positionOfType(
  lookup: FieldLookup,
  type: GraphQLOutputType,
  selections: readonly Selection[],
): Position {
  const nullable = getNullableType(type);
  const mayBeNull = nullable === type;
  if (isLeafType(nullable)) {
    const leaf = lookup.leafOf(nullable);
    return mayBeNull ? leaf.orNull : leaf.plain;
  }
  return isListType(nullable)
    ? listPosition(positionOfType(lookup, nullable.ofType, selections), mayBeNull)
    : objectPosition(lookup.objectOf(nullable, selections), mayBeNull);
}
