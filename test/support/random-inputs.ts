import { buildSchema, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Choices } from './choices.ts';

/** A schema with input types of every kind, and an operation that takes values of them. */
export interface InputCase {
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

const leaves = ['String', 'Int', 'Float', 'Boolean', 'ID', 'Mood'];
const literals = new Map([
  ['String', '"x"'],
  ['Int', '7'],
  ['Float', '1.5'],
  ['Boolean', 'true'],
  ['ID', '"id-1"'],
  ['Mood', 'SAD'],
]);

/**
 * Makes input objects that hold each other and themselves, `@oneOf` ones among them, lists to
 * depth 3, defaults of every kind; and an operation whose variables feed arguments of their types,
 * some of them stricter than the variable.
 */
export function randomInputs(choices: Choices): InputCase {
  const objects = names('Filter', 1 + choices.below(3));
  const oneOfs = names('Pick', choices.below(2));
  const types = [...leaves, ...objects, ...oneOfs];
  const args = names('arg', 1 + choices.below(4)).map((name) => {
    const type = choices.oneOf(types);
    return { name, type, ...wrapped(choices, type) };
  });
  const fieldArgs = args.map(
    ({ name, type, text }) => `${name}: ${text}${preset(choices, type, text)}`,
  );
  const sdl = [
    'enum Mood { HAPPY SAD "Deprecated, but legal." ANGRY @deprecated }',
    ...objects.map((name) => inputObject(choices, name, types, objects)),
    ...oneOfs.map((name) => `input ${name} @oneOf { a: String, b: Int, c: ${objects[0]} }`),
    `type Query { find(${fieldArgs.join(', ')}): String }`,
  ].join('\n');
  const variables = args.map(
    ({ name, type, text }) => `$${name}: ${text}${preset(choices, type, text)}`,
  );
  const given = args.map(({ name }) => `${name}: $${name}`);
  const document = parse(`query find(${variables.join(', ')}) { find(${given.join(', ')}) }`);
  return { sdl, schema: buildSchema(sdl), document };
}

function inputObject(
  choices: Choices,
  name: string,
  types: readonly string[],
  objects: readonly string[],
): string {
  const fields = names('f', 1 + choices.below(4)).map((field) => {
    const type = choices.oneOf(types);
    // a non-null field of an object type could need itself without end
    const { text } =
      objects.includes(type) || type.startsWith('Pick')
        ? nullable(choices, type)
        : wrapped(choices, type);
    return `${field}: ${text}${preset(choices, type, text)}`;
  });
  return `input ${name} { ${fields.join(' ')} }`;
}

function nullable(choices: Choices, type: string) {
  return { text: choices.oneOf([type, `[${type}!]`, `[${type}]`]) };
}

function wrapped(choices: Choices, type: string) {
  const forms = [type, `${type}!`, `[${type}]`, `[${type}!]!`, `[[${type}!]]`, `[[[${type}]!]!]!`];
  return { text: choices.oneOf(forms) };
}

function preset(choices: Choices, type: string, text: string): string {
  const literal = literals.get(type);
  if (literal === undefined || !choices.rarely(3)) return '';
  // a single value stands for a list of it, however deep
  return text.endsWith('!') || !choices.rarely(3) ? ` = ${literal}` : ' = null';
}

function names(stem: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${stem}${index + 1}`);
}
