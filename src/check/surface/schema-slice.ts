import {
  buildSchema,
  getNamedType,
  GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isSpecifiedScalarType,
  Kind,
  typeFromAST,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { ownMember } from '../../core/json.ts';
import { printSlice, type SchemaSlice, type UsedMembers } from './print-slice.ts';

/** Cuts out of a schema what operations use, so that a change can be told that made a tool another. */
export function sliceSchema(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
): SchemaSlice {
  const used: UsedMembers = { types: new Map(), args: new Set() };
  const marker = createMarker(schema, used);
  // a fragment that several operations use is the same node in all of them
  const definitions = new Set(documents.flatMap((document) => document.definitions));
  for (const definition of definitions) markDefinition(schema, definition, marker);
  return printSlice(schema, used);
}

/** Cuts out of a schema what slices have, of this schema or of what it was, where it is still there. */
export function resliceSchema(schema: GraphQLSchema, slices: readonly SchemaSlice[]): SchemaSlice {
  const used: UsedMembers = { types: new Map(), args: new Set() };
  const marker = createMarker(schema, used);
  for (const type of slices.flatMap(typesOfSlice)) markEarlier(schema, type, marker);
  return printSlice(schema, used);
}

/** What slices were read as: the same one is asked for by several. */
const schemas = new WeakMap<SchemaSlice, GraphQLSchema>();

/** Reads a slice as a schema; that of operations that use nothing has no types. */
export function schemaOfSlice(slice: SchemaSlice): GraphQLSchema {
  const known = schemas.get(slice);
  if (known) return known;
  const schema =
    slice.length === 0
      ? new GraphQLSchema({ assumeValid: true })
      : buildSchema(slice.join('\n'), { assumeValid: true, assumeValidSDL: true });
  schemas.set(slice, schema);
  return schema;
}

function typesOfSlice(slice: SchemaSlice): readonly GraphQLNamedType[] {
  const types = Object.values(schemaOfSlice(slice).getTypeMap());
  return types.filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));
}

interface Marker {
  type(type: GraphQLNamedType): void;
  field(parent: GraphQLCompositeType, field: GraphQLField<unknown, unknown>): void;
  argument(parent: GraphQLCompositeType, field: string, argument: GraphQLArgument): void;
}

function createMarker(schema: GraphQLSchema, { types, args }: UsedMembers): Marker {
  const marker: Marker = { type: markType, field: markField, argument: markArgument };
  return marker;

  function markType(type: GraphQLNamedType): void {
    if (types.has(type.name) || isIntrospectionType(type) || isSpecifiedScalarType(type)) return;
    const members = new Set<string>();
    types.set(type.name, members);
    if (isEnumType(type)) for (const { name } of type.getValues()) members.add(name);
    if (isAbstractType(type)) schema.getPossibleTypes(type).forEach(markType);
    if (!isInputObjectType(type)) return;
    for (const field of Object.values(type.getFields())) {
      members.add(field.name);
      markType(getNamedType(field.type));
    }
  }

  function markField(parent: GraphQLCompositeType, field: GraphQLField<unknown, unknown>): void {
    if (types.get(parent.name)?.has(field.name)) return;
    markType(parent);
    markType(getNamedType(field.type));
    // what comes back is what the object's own type says, which may be narrower than the interface
    const owners = isInterfaceType(parent) ? schema.getPossibleTypes(parent) : [];
    types.get(parent.name)?.add(field.name);
    for (const owner of owners) markOwn(owner, field.name);
    for (const argument of field.args) {
      if (isRequiredArgument(argument)) markArgument(parent, field.name, argument);
    }
  }

  function markOwn(owner: GraphQLObjectType, name: string): void {
    const own = ownMember(owner.getFields(), name) as GraphQLField<unknown, unknown> | undefined;
    if (!own) return;
    types.get(owner.name)?.add(name);
    markType(getNamedType(own.type));
  }

  function markArgument(
    parent: GraphQLCompositeType,
    field: string,
    argument: GraphQLArgument,
  ): void {
    markType(getNamedType(argument.type));
    const owners = isInterfaceType(parent) ? schema.getPossibleTypes(parent) : [];
    for (const owner of [parent, ...owners]) args.add(`${owner.name}.${field}(${argument.name}:)`);
  }
}

function markDefinition(schema: GraphQLSchema, definition: DefinitionNode, marker: Marker): void {
  if (definition.kind === Kind.FRAGMENT_DEFINITION) {
    const type = schema.getType(definition.typeCondition.name.value);
    markSelections(schema, definition.selectionSet, type, marker);
  }
  if (definition.kind !== Kind.OPERATION_DEFINITION) return;
  for (const { type } of definition.variableDefinitions ?? []) {
    const found = typeFromAST(schema, type as NamedTypeNode);
    if (found) marker.type(getNamedType(found));
  }
  const root = schema.getRootType(definition.operation) ?? undefined;
  markSelections(schema, definition.selectionSet, root, marker);
}

/** Fragments are definitions of their own, so spreads are not followed. */
function markSelections(
  schema: GraphQLSchema,
  { selections }: SelectionSetNode,
  parent: GraphQLNamedType | undefined,
  marker: Marker,
): void {
  if (!isCompositeType(parent)) return;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) markSelection(schema, selection, parent, marker);
    if (selection.kind !== Kind.INLINE_FRAGMENT) continue;
    const { typeCondition, selectionSet } = selection;
    const type = typeCondition ? schema.getType(typeCondition.name.value) : parent;
    markSelections(schema, selectionSet, type, marker);
  }
}

function markSelection(
  schema: GraphQLSchema,
  { name, arguments: args = [], selectionSet }: FieldNode,
  parent: GraphQLCompositeType,
  marker: Marker,
): void {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return;
  const field = ownMember(parent.getFields(), name.value) as
    GraphQLField<unknown, unknown> | undefined;
  if (!field) return;
  marker.field(parent, field);
  markArguments(
    parent,
    field,
    args.map((argument) => argument.name.value),
    marker,
  );
  if (selectionSet) markSelections(schema, selectionSet, getNamedType(field.type), marker);
}

function markArguments(
  parent: GraphQLCompositeType,
  field: GraphQLField<unknown, unknown>,
  names: readonly string[],
  marker: Marker,
): void {
  for (const argument of field.args) {
    if (names.includes(argument.name)) marker.argument(parent, field.name, argument);
  }
}

function markEarlier(schema: GraphQLSchema, earlier: GraphQLNamedType, marker: Marker): void {
  const type = schema.getType(earlier.name);
  if (!type) return;
  marker.type(type);
  if (!isCompositeType(type) || !(isObjectType(earlier) || isInterfaceType(earlier))) return;
  if (!(isObjectType(type) || isInterfaceType(type))) return;
  for (const { name, args } of Object.values(earlier.getFields())) {
    const field = ownMember(type.getFields(), name) as GraphQLField<unknown, unknown> | undefined;
    if (!field) continue;
    marker.field(type, field);
    markArguments(
      type,
      field,
      args.map((argument) => argument.name),
      marker,
    );
  }
}
