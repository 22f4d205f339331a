import {
  buildASTSchema,
  buildSchema,
  GraphQLError,
  isRequiredArgument,
  Kind,
  parse,
  printSchema,
  visit,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { type Surface } from '../../../src/check/surface/surface.ts';
import { compileCatalog } from '../../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../../src/compile/model/settings.ts';
import type { Catalog, Profile, Tool } from '../../../src/core/tool.ts';
import type { Choices } from '../../support/choices.ts';
import { randomOperation } from '../../support/random-operation.ts';
import { pruneSdl } from './prune-sdl.ts';
import { randomSchema } from '../../support/random-schema.ts';

/** An API and an operation, compiled into a tool. */
export interface Compiled {
  readonly sdl: DocumentNode;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly profile: Profile;
  readonly tool: Tool;
  readonly surface: Surface;
}

/** A random API with a random operation; undefined where they do not fit. */
export function randomApi(choices: Choices, profile: Profile): Compiled | undefined {
  const output = randomSchema(choices);
  const text = `${printSchema(output)}\n\n${inputSdl(choices)}`;
  // small operations have the same faults, and more of them are tried
  const plain = randomOperation(output, choices, choices.oneOf([8, 16, 32]));
  const schema = buildSchema(text, { assumeValidSDL: true });
  const document = choices.below(4) === 3 ? plain : withArguments(plain, schema, choices);
  const whole = compileApi(parse(text), document, profile);
  // most edits are of what the operation uses, because nothing else can break it
  if (!whole || choices.below(4) === 3) return whole;
  return compileApi(pruneSdl(whole.sdl, schema, document), document, profile);
}

/** Compiles, or answers undefined where an edit left no GraphQL, or no tool. */
export function compileApi(
  sdl: DocumentNode,
  document: DocumentNode,
  profile: Profile,
): Compiled | undefined {
  try {
    const schema = buildASTSchema(sdl, { assumeValidSDL: true });
    const catalog = compileDocument(schema, document, profile);
    const [tool] = catalog.tools.values();
    const context = { gateway: '1.0.0', schemas: new Map([['default', schema]]) };
    return tool && { sdl, schema, document, profile, tool, surface: surfaceOf(catalog, context) };
  } catch (error) {
    if (error instanceof GraphQLError || String(error).startsWith('Error: Unknown type')) {
      return undefined;
    }
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

/** Types that random edits put in the place of others. */
export const leafTypes = ['Int', 'String', 'ID', 'Boolean', 'Float', 'Mood', 'Anything'];

function inputSdl(choices: Choices): string {
  const oneOf = (...types: readonly string[]) => choices.oneOf(types);
  const leaf = () => choices.oneOf(leafTypes);
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
function withArguments(
  document: DocumentNode,
  schema: GraphQLSchema,
  choices: Choices,
): DocumentNode {
  const args = schema.getQueryType()?.getFields()['find']?.args ?? [];
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
