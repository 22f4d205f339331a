import {
  buildSchema,
  GraphQLError,
  isRequiredArgument,
  Kind,
  parse,
  print,
  printSchema,
  visit,
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { compileCatalog } from '../../../src/compile/compile-catalog.ts';
import { defaultCompileSettings } from '../../../src/compile/settings.ts';
import type { Catalog, Profile } from '../../../src/core/tool.ts';
import type { Choices } from '../../support/choices.ts';
import { randomOperation } from '../../support/random-operation.ts';
import { randomSchema } from '../../support/random-schema.ts';

/** An API and an operation, compiled. */
export interface Compiled {
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly catalog: Catalog;
}

/** A random API with a random operation; undefined where they do not fit. */
export function randomApi(choices: Choices, profile: Profile): Compiled | undefined {
  const schema = randomSchema(choices);
  const sdl = `${printSchema(schema)}\n\n${inputSdl(choices)}`;
  const document = withArguments(randomOperation(schema, choices), sdl, choices);
  return compile(sdl, document, profile);
}

/** Compiles, or answers undefined where an edit left no GraphQL. */
function compile(sdl: string, edited: DocumentNode, profile: Profile): Compiled | undefined {
  try {
    const schema = buildSchema(sdl);
    const document = parse(print(edited));
    return { sdl, schema, document, catalog: compileDocument(schema, document, profile) };
  } catch (error) {
    if (error instanceof GraphQLError || /^(Unknown|There can be)/.test(String(error)))
      return undefined;
    throw error;
  }
}

function compileDocument(schema: GraphQLSchema, document: DocumentNode, profile: Profile): Catalog {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  const place = { file: 'operations/random.graphql', line: 1, column: 1 };
  return compileCatalog(
    {
      schema,
      operations: operations.map((operation) => ({
        operation,
        fragments,
        fallbackName: 'random',
        place,
        origin: 'file' as const,
      })),
      diagnostics: [],
    },
    { ...defaultCompileSettings, profile },
  );
}

const leaves = ['Int', 'String', 'ID', 'Boolean', 'Float', 'Mood', 'Anything'];

function inputSdl(choices: Choices): string {
  const oneOf = (...types: readonly string[]) => choices.oneOf(types);
  const leaf = () => choices.oneOf(leaves);
  const wrapped = (name: string) => oneOf(name, name, `${name}!`, `[${name}!]`, `[${name}]!`);
  // a type that holds itself is written several times, so it is for some only
  const recursion = choices.below(4) === 3 ? 'all: [Filter!] more: Filter' : '';
  return [
    `input Range { from: ${wrapped(leaf())} to: ${leaf()} step: Int = 1 }`,
    `input Filter { text: ${wrapped(leaf())} range: ${oneOf('Range', 'Range!', '[Range!]')} choice: Choice ${recursion} }`,
    'input Choice @oneOf { id: ID name: String range: Range }',
    `extend type Query { find(filter: ${oneOf('Filter', 'Filter!')}, choice: ${oneOf('Choice', 'Choice!', '[Choice!]')}, ids: ${wrapped(leaf())}, first: Int = 3, mood: ${oneOf('Mood', 'Mood! = HAPPY', 'Mood!')}): String }`,
  ].join('\n');
}

/** Adds a root field with variables for its arguments. */
function withArguments(document: DocumentNode, sdl: string, choices: Choices): DocumentNode {
  const args = buildSchema(sdl).getQueryType()?.getFields()['find']?.args ?? [];
  const used = args.filter(({ name }) => name === 'filter' || choices.below(3) > 0);
  const needed = args.filter(
    (argument) => isRequiredArgument(argument) && !used.includes(argument),
  );
  const given = [...used, ...needed];
  const variables = given.map(({ name, type }) => `$${name}: ${variableType(type, choices)}`);
  const call = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const text = `query (${variables.join(', ')}) { found: find(${call}) }`;
  const added = parse(text).definitions[0] as OperationDefinitionNode;
  return visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []),
        ...(added.variableDefinitions ?? []),
      ],
      selectionSet: {
        ...node.selectionSet,
        selections: [...node.selectionSet.selections, ...added.selectionSet.selections],
      },
    }),
  });
}

/** The argument's own type, or one that fits it. */
function variableType(type: GraphQLInputType, choices: Choices): string {
  const text = String(type);
  if (text.endsWith('!') || choices.below(3) > 0) return text;
  return `${text}!`;
}

/** Changes one thing of the SDL or of the operation. */
export function editApi({ sdl, document }: Compiled, choices: Choices, profile: Profile) {
  return choices.below(3) === 0
    ? compile(sdl, editOperation(document, choices), profile)
    : compile(editSdl(sdl, choices), document, profile);
}

type Edit = (node: ASTNode) => unknown;

/** Applies an edit to one of the nodes that it can be applied to. */
function editOne(
  document: DocumentNode,
  applies: (node: ASTNode) => boolean,
  choices: Choices,
  edit: Edit,
): DocumentNode {
  let count = 0;
  visit(document, { enter: (node) => void (applies(node) && count++) });
  const target = choices.below(Math.max(1, count));
  let at = 0;
  return visit(document, {
    enter: (node) => (applies(node) && at++ === target ? edit(node) : undefined),
  }) as DocumentNode;
}

function isKind(...kinds: readonly Kind[]): (node: ASTNode) => boolean {
  return (node) => kinds.includes(node.kind);
}

function editSdl(sdl: string, choices: Choices): string {
  const document = parse(sdl);
  const typed = isKind(Kind.FIELD_DEFINITION, Kind.INPUT_VALUE_DEFINITION);
  const edits: readonly (() => DocumentNode)[] = [
    () =>
      editOne(document, typed, choices, (node) =>
        withType(node, (type) => editType(type, choices)),
      ),
    () =>
      editOne(document, typed, choices, (node) =>
        withType(node, (type) => editType(type, choices)),
      ),
    () => editOne(document, isKind(Kind.ENUM_VALUE_DEFINITION), choices, () => null),
    () => editOne(document, isKind(Kind.FIELD_DEFINITION), choices, () => null),
    () => editOne(document, isKind(Kind.INPUT_VALUE_DEFINITION), choices, () => null),
    () => editOne(document, isKind(Kind.INPUT_VALUE_DEFINITION), choices, toggleDefault),
    () => editOne(document, isKind(Kind.INPUT_OBJECT_TYPE_DEFINITION), choices, toggleOneOf),
    () =>
      editOne(document, isKind(Kind.INPUT_OBJECT_TYPE_DEFINITION), choices, (node) =>
        addInput(node, choices),
      ),
    () => editOne(document, isKind(Kind.ENUM_TYPE_DEFINITION), choices, addValue),
    () => editOne(document, isKind(Kind.UNION_TYPE_DEFINITION), choices, dropMember),
    () => editOne(document, isKind(Kind.OBJECT_TYPE_DEFINITION), choices, dropInterface),
  ];
  return print(choices.oneOf(edits)());
}

function withType(node: ASTNode, change: (type: TypeNode) => TypeNode): unknown {
  return 'type' in node ? { ...node, type: change(node.type as TypeNode) } : undefined;
}

/** Another nullability, another name, a list more or less. */
function editType(type: TypeNode, choices: Choices): TypeNode {
  const kind = choices.below(6);
  if (type.kind === Kind.NON_NULL_TYPE) {
    const inner = kind < 4 ? type.type : editType(type.type, choices);
    return kind < 4 || inner.kind === Kind.NON_NULL_TYPE ? inner : { ...type, type: inner };
  }
  if (kind < 2) return { kind: Kind.NON_NULL_TYPE, type };
  if (type.kind === Kind.LIST_TYPE) {
    return kind === 2 ? type.type : { ...type, type: editType(type.type, choices) };
  }
  if (kind === 2) return { kind: Kind.LIST_TYPE, type };
  return { ...type, name: { kind: Kind.NAME, value: choices.oneOf(leaves) } };
}

function toggleDefault(node: ASTNode): unknown {
  if (node.kind !== Kind.INPUT_VALUE_DEFINITION) return undefined;
  const { defaultValue, ...rest } = node;
  return defaultValue ? rest : { ...rest, defaultValue: { kind: Kind.INT, value: '7' } };
}

function toggleOneOf(node: ASTNode): unknown {
  if (node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return undefined;
  const isOneOf = (node.directives ?? []).length > 0;
  const oneOf = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'oneOf' } };
  return { ...node, directives: isOneOf ? [] : [oneOf] };
}

function addInput(node: ASTNode, choices: Choices): unknown {
  if (node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return undefined;
  const text = `input X { added: ${choices.oneOf(['Int', 'Int!', 'Int! = 1', 'Range', 'Range!'])} }`;
  const [added] = parse(text).definitions;
  const fields = added?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? added.fields : [];
  return { ...node, fields: [...(node.fields ?? []), ...(fields ?? [])] };
}

function addValue(node: ASTNode): unknown {
  if (node.kind !== Kind.ENUM_TYPE_DEFINITION) return undefined;
  const added = { kind: Kind.ENUM_VALUE_DEFINITION, name: { kind: Kind.NAME, value: 'ADDED' } };
  return { ...node, values: [...(node.values ?? []), added] };
}

function dropMember(node: ASTNode): unknown {
  return node.kind === Kind.UNION_TYPE_DEFINITION
    ? { ...node, types: (node.types ?? []).slice(1) }
    : undefined;
}

function dropInterface(node: ASTNode): unknown {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION
    ? { ...node, interfaces: (node.interfaces ?? []).slice(1) }
    : undefined;
}

function editOperation(document: DocumentNode, choices: Choices): DocumentNode {
  const variables = isKind(Kind.VARIABLE_DEFINITION);
  const edits: readonly (() => DocumentNode)[] = [
    () => editOne(document, isKind(Kind.FIELD), choices, () => null),
    () => editOne(document, isKind(Kind.FIELD), choices, toggleAlias),
    () => editOne(document, isKind(Kind.FIELD), choices, (node) => toggleSkip(node, choices)),
    () => editOne(document, isKind(Kind.INLINE_FRAGMENT), choices, () => null),
    () =>
      editOne(document, variables, choices, (node) =>
        withType(node, (type) => editType(type, choices)),
      ),
    () => editOne(document, variables, choices, () => null),
    () => editOne(document, isKind(Kind.ARGUMENT), choices, () => null),
    () => editOne(document, isKind(Kind.SELECTION_SET), choices, addTypename),
    () => editOne(document, isKind(Kind.OPERATION_DEFINITION), choices, rename),
  ];
  return choices.oneOf(edits)();
}

function toggleAlias(node: ASTNode): unknown {
  if (node.kind !== Kind.FIELD) return undefined;
  const { alias, ...rest } = node;
  return alias ? rest : { ...rest, alias: { kind: Kind.NAME, value: `other_${node.name.value}` } };
}

function toggleSkip(node: ASTNode, choices: Choices): unknown {
  if (node.kind !== Kind.FIELD) return undefined;
  if ((node.directives ?? []).length > 0) return { ...node, directives: [] };
  const value = choices.oneOf(['true', 'false']);
  const [definition] = parse(`{ a @include(if: ${value}) }`).definitions;
  const selection =
    definition?.kind === Kind.OPERATION_DEFINITION && definition.selectionSet.selections[0];
  return selection ? { ...node, directives: selection.directives } : undefined;
}

function addTypename(node: ASTNode): unknown {
  if (node.kind !== Kind.SELECTION_SET) return undefined;
  const added = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };
  return { ...node, selections: [...node.selections, added] };
}

function rename(node: ASTNode): unknown {
  return { ...node, name: { kind: Kind.NAME, value: 'Renamed' } };
}
