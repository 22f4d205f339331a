import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isSpecifiedScalarType,
  parse,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { printSlice, type SchemaSlice, type UsedMembers } from './print-slice.ts';

/**
 * Cuts out of a schema what operations use, so that a change can be told that made a tool another.
 *
 * @param earlier a slice of the schema as it was: what it has is cut out too, where it is still there.
 */
export function sliceSchema(
  schema: GraphQLSchema,
  documents: readonly string[],
  earlier: SchemaSlice = [],
): SchemaSlice {
  const used: UsedMembers = { types: new Map(), args: new Set() };
  const marker = createMarker(schema, used);
  for (const document of documents) markDocument(schema, document, marker);
  for (const type of typesOfSlice(earlier)) markEarlier(schema, type, marker);
  return printSlice(schema, used);
}

/** Reads a slice as a schema. */
export function schemaOfSlice(slice: SchemaSlice): GraphQLSchema {
  return buildSchema(slice.join('\n'), { assumeValid: true, assumeValidSDL: true });
}

function typesOfSlice(slice: SchemaSlice): readonly GraphQLNamedType[] {
  if (slice.length === 0) return [];
  const types = Object.values(schemaOfSlice(slice).getTypeMap());
  return types.filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));
}

interface Marker {
  type(type: GraphQLNamedType): void;
  field(parent: GraphQLCompositeType, field: GraphQLField<unknown, unknown>): void;
  argument(parent: GraphQLCompositeType, field: string, argument: string): void;
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
    markType(parent);
    // what comes back is what the object's own type says, which may be narrower than the interface
    const owners = isInterfaceType(parent) ? schema.getPossibleTypes(parent) : [];
    for (const owner of [parent, ...owners]) types.get(owner.name)?.add(field.name);
    markType(getNamedType(field.type));
    for (const argument of field.args) {
      if (isRequiredArgument(argument)) markArgument(parent, field.name, argument.name);
    }
  }

  function markArgument(parent: GraphQLCompositeType, field: string, argument: string): void {
    const owners = isInterfaceType(parent) ? schema.getPossibleTypes(parent) : [];
    for (const owner of [parent, ...owners]) args.add(`${owner.name}.${field}(${argument}:)`);
  }
}

function markDocument(schema: GraphQLSchema, document: string, marker: Marker): void {
  const info = new TypeInfo(schema);
  visit(
    parse(document, { noLocation: true }),
    visitWithTypeInfo(info, {
      VariableDefinition({ type }) {
        const found = typeFromAST(schema, type);
        if (found) marker.type(getNamedType(found));
      },
      Field() {
        const parent = info.getParentType();
        const field = info.getFieldDef();
        if (parent && field && !field.name.startsWith('__')) marker.field(parent, field);
      },
      Argument({ name }) {
        const parent = info.getParentType();
        const field = info.getFieldDef();
        if (parent && field && !info.getDirective()) {
          marker.argument(parent, field.name, name.value);
        }
      },
    }),
  );
}

function markEarlier(schema: GraphQLSchema, earlier: GraphQLNamedType, marker: Marker): void {
  const type = schema.getType(earlier.name);
  if (!type) return;
  marker.type(type);
  if (!isCompositeType(type) || !(isObjectType(earlier) || isInterfaceType(earlier))) return;
  if (!(isObjectType(type) || isInterfaceType(type))) return;
  const fields = new Map(Object.entries(type.getFields()));
  for (const { name, args } of Object.values(earlier.getFields())) {
    const field = fields.get(name);
    if (!field) continue;
    marker.field(type, field);
    for (const argument of args) marker.argument(type, name, argument.name);
  }
}
