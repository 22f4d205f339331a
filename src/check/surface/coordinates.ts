import {
  astFromValue,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isRequiredArgument,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTVisitor,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { ownMember } from '../../core/json.ts';
import { fieldOf } from '../operation/selection-types.ts';

/** The elements of a schema that documents use. */
export interface UsedElements {
  /** `Movie.title`, `Query.movie(id:)`, `Mood.HAPPY`, `Filter.tags`, `Match`. */
  readonly coordinates: ReadonlySet<string>;
  /** Names of scalars and enums in arguments and in results. */
  readonly inputLeaves: ReadonlySet<string>;
  readonly outputLeaves: ReadonlySet<string>;
}

/** Finds the elements that documents use; of enums and input types, all members. */
export function usedElements(
  schema: GraphQLSchema,
  documents: Iterable<DocumentNode>,
): UsedElements {
  const marks: Marks = {
    schema,
    coordinates: new Set(),
    inputLeaves: new Set(),
    outputLeaves: new Set(),
    inputs: new Set(),
  };
  // a fragment that several documents use is the same node in all of them
  const definitions = new Set<DefinitionNode>();
  for (const document of documents) for (const node of document.definitions) definitions.add(node);
  for (const definition of definitions) markDefinition(marks, definition);
  return marks;
}

/** The name of a field, argument, enum value or type of a schema at the start of a line. */
export function coordinateOf(line: string): string {
  return /^\w+(?:\.\w+(?:\(\w+:\))?)?/.exec(line)?.[0] ?? line;
}

/**
 * Writes the line of a coordinate, as `UsedSchema.coordinates` has it; undefined if the schema does not
 * have it, or has nothing to say of it.
 */
export function coordinateLine(schema: GraphQLSchema, coordinate: string): string | undefined {
  const [, typeName = '', member, argument] =
    /^(\w+)(?:\.(\w+)(?:\((\w+):\))?)?$/.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (!type) return undefined;
  if (member === undefined) return typeLine(schema, type);
  if (isEnumType(type)) return type.getValue(member) ? coordinate : undefined;
  if (isInputObjectType(type)) {
    const field = ownMember(type.getFields(), member) as GraphQLInputField | undefined;
    return field && `${coordinate}: ${inputText(field)}`;
  }
  const field = fieldOf(type, member);
  if (!field || argument === undefined) return field && `${coordinate}: ${String(field.type)}`;
  const found = field.args.find(({ name }) => name === argument);
  return found && `${coordinate}: ${inputText(found)}`;
}

function typeLine(schema: GraphQLSchema, type: GraphQLNamedType): string | undefined {
  if (isInputObjectType(type)) return type.isOneOf ? `${type.name}: @oneOf` : undefined;
  if (!isAbstractType(type)) return undefined;
  const names = schema.getPossibleTypes(type).map(({ name }) => name);
  return `${type.name}: ${names.sort().join(' | ')}`;
}

function inputText({ type, defaultValue, deprecationReason }: GraphQLArgument | GraphQLInputField) {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  const preset = value ? ` = ${print(value).replaceAll(/\s+/g, ' ')}` : '';
  return `${String(type)}${preset}${deprecationReason == null ? '' : ' @deprecated'}`;
}

/** A type that may hold a field of a result: the one it is selected on, and those that implement it. */
export function ownersOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
): readonly GraphQLCompositeType[] {
  return isInterfaceType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
}

interface Marks {
  readonly schema: GraphQLSchema;
  readonly coordinates: Set<string>;
  readonly inputLeaves: Set<string>;
  readonly outputLeaves: Set<string>;
  /** Input types whose fields are marked. */
  readonly inputs: Set<GraphQLNamedType>;
}

/** Fragments are definitions of their own, so spreads are not followed. */
function markDefinition(marks: Marks, definition: DefinitionNode): void {
  const info = new TypeInfo(marks.schema);
  const visitor: ASTVisitor = {
    VariableDefinition() {
      const type = getNamedType(info.getInputType());
      if (type) markInput(marks, type);
    },
    SelectionSet() {
      const parent = info.getParentType();
      if (isAbstractType(parent)) marks.coordinates.add(parent.name);
    },
    Field(node) {
      const parent = info.getParentType();
      if (parent && !isIntrospectionType(parent)) markField(marks, node, parent);
    },
  };
  visit(definition, visitWithTypeInfo(info, visitor));
}

function markField(
  marks: Marks,
  { name: { value: name }, arguments: args = [] }: FieldNode,
  parent: GraphQLCompositeType,
): void {
  const { schema, coordinates, outputLeaves } = marks;
  // a result follows the type of the object, which may be narrower than that of its interface
  for (const owner of ownersOf(schema, parent)) {
    const own = fieldOf(owner, name);
    if (!own) continue;
    coordinates.add(`${owner.name}.${name}`);
    const type = getNamedType(own.type);
    if (isLeafType(type)) outputLeaves.add(type.name);
    markValues(marks, type);
    if (isAbstractType(type)) coordinates.add(type.name);
  }
  const field = fieldOf(parent, name);
  if (!field) return;
  const passed = new Set(args.map((argument) => argument.name.value));
  for (const argument of field.args) {
    const isUsed = passed.has(argument.name) || isRequiredArgument(argument);
    if (isUsed) coordinates.add(`${parent.name}.${name}(${argument.name}:)`);
  }
}

function markInput(marks: Marks, first: GraphQLNamedType): void {
  const pending = new Set([first]);
  for (const type of pending) {
    if (marks.inputs.has(type)) continue;
    marks.inputs.add(type);
    if (isLeafType(type)) marks.inputLeaves.add(type.name);
    markValues(marks, type);
    if (!isInputObjectType(type)) continue;
    if (type.isOneOf) marks.coordinates.add(type.name);
    for (const field of Object.values(type.getFields())) {
      marks.coordinates.add(`${type.name}.${field.name}`);
      pending.add(getNamedType(field.type));
    }
  }
}

function markValues({ coordinates }: Marks, type: GraphQLNamedType): void {
  if (!isEnumType(type)) return;
  for (const value of type.getValues()) coordinates.add(`${type.name}.${value.name}`);
}
