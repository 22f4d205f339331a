import { buildSchema, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Choices } from './choices.ts';

/** A schema with input types of every kind, and an operation that takes values of them. */
export interface InputCase {
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

/** Literals of leaves. */
const leaves = new Map([
  ['String', '"x"'],
  ['Int', '7'],
  ['Float', '1.5'],
  ['Boolean', 'true'],
  ['ID', '"id-1"'],
  ['Mood', 'SAD'],
  // custom scalars: of some it is known what they hold, of `Mark` it is not
  ['JSON', '{ a: [1, "b"] }'],
  ['BigInt', '"12345678901234567890"'],
  ['Mark', '"m"'],
]);

/** Fields of input objects, each with its type as SDL writes it. */
type Models = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Makes input objects that hold each other and themselves, `@oneOf` ones among them, lists to
 * depth 3 and defaults of every kind; and an operation whose variables feed them: whole arguments
 * that are as strict as the variable, or more, or less; items of lists, fields of objects, and a
 * directive.
 */
export function randomInputs(choices: Choices): InputCase {
  const filters = names('Filter', 1 + choices.below(3));
  const picks = names('Pick', choices.below(2));
  const models = randomModels(choices, filters, picks);
  const types = [...leaves.keys(), ...filters, ...picks];
  const args = names('arg', 1 + choices.below(4)).map((name): Argument => {
    const type = wrap(choices, choices.oneOf(types));
    return { name, type, preset: preset(choices, models, type) };
  });
  const fieldArgs = args.map(({ name, type, preset: value }) => `${name}: ${type}${value}`);
  const sdl = [
    'scalar JSON scalar BigInt scalar Mark',
    'enum Mood { HAPPY SAD "Deprecated, but legal." ANGRY @deprecated }',
    ...filters.map((name) => writeInput(choices, models, name)),
    ...picks.map((name) => `${writeInput(choices, models, name)}`.replace('{', '@oneOf {')),
    `type Query { find(${fieldArgs.join(', ')}): String }`,
  ].join('\n');
  const uses = args.map((argument) => randomUse(choices, models, argument));
  const show = choices.rarely(4) ? ['$show: Boolean!', ' @include(if: $show)'] : ['', ''];
  const variables = [...uses.map(({ variable }) => variable), show[0]].filter((one) => one !== '');
  const given = uses.map(({ argument }) => argument);
  const document = parse(
    `query find(${variables.join(', ')}) { find(${given.join(', ')})${show[1]} }`,
  );
  return { sdl, schema: buildSchema(sdl), document };
}

function randomModels(
  choices: Choices,
  filters: readonly string[],
  picks: readonly string[],
): Models {
  const objects = [...filters, ...picks];
  const field = (): string => {
    const type = choices.oneOf([...leaves.keys(), ...objects]);
    // a non-null field of an object type could need itself without end
    const forms = [type, `[${type}!]`, `[${type}]`];
    return objects.includes(type) ? choices.oneOf(forms) : wrap(choices, type);
  };
  const ofFilter = (name: string) =>
    [name, new Map(names('f', 1 + choices.below(4)).map((key) => [key, field()]))] as const;
  const ofPick = (name: string) =>
    [
      name,
      // without a member that is no object, no value of the type would ever end
      new Map([
        ['a', choices.oneOf([...leaves.keys()])],
        ...['b', 'c'].map((key) => [key, field().replace(/!$/, '')] as const),
      ]),
    ] as const;
  return new Map([...filters.map(ofFilter), ...picks.map(ofPick)]);
}

function writeInput(choices: Choices, models: Models, name: string): string {
  const fields = [...(models.get(name) ?? [])].map(([key, type]) => {
    // a default that holds an object could hold itself without end
    const isLeaf = leaves.has(type.replaceAll(/[[\]!]/g, ''));
    const value = isLeaf && name.startsWith('Filter') ? preset(choices, models, type) : '';
    return `${key}: ${type}${value}`;
  });
  return `input ${name} { ${fields.join(' ')} }`;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  /** ` = …`, or nothing. */
  readonly preset: string;
}

/** A variable that feeds an argument, as both are written. */
function randomUse(choices: Choices, models: Models, { name, type, preset: value }: Argument) {
  const bare = type.replace(/!$/, '');
  const fields = [...(models.get(bare) ?? [])];
  if (bare.startsWith('[') && choices.rarely(5)) {
    const item = bare.slice(1, -1);
    return { variable: `$${name}: ${item}`, argument: `${name}: [$${name}]` };
  }
  if (bare.startsWith('Filter') && choices.rarely(4)) {
    const [key, inner] = choices.oneOf(fields);
    const others = fields.filter(([other, kind]) => other !== key && kind.endsWith('!'));
    const members = others.map(([other, kind]) => `${other}: ${literal(choices, models, kind)}`);
    return {
      variable: `$${name}: ${inner}`,
      argument: `${name}: { ${[`${key}: $${name}`, ...members].join(', ')} }`,
    };
  }
  if (bare.startsWith('Pick') && choices.rarely(3)) {
    const [key, inner] = choices.oneOf(fields);
    const given = `${inner}!${choices.rarely(3) ? ` = ${literal(choices, models, `${inner}!`)}` : ''}`;
    return { variable: `$${name}: ${given}`, argument: `${name}: { ${key}: $${name} }` };
  }
  return {
    variable: `$${name}: ${strictness(choices, models, type, value)}`,
    argument: `${name}: $${name}`,
  };
}

/** The type of a variable that may feed a place of this type: as strict, stricter, or less so. */
function strictness(choices: Choices, models: Models, type: string, value: string): string {
  const bare = type.replace(/!$/, '');
  const own = preset(choices, models, type);
  switch (choices.below(3)) {
    case 0:
      return `${type}${own}`;
    case 1:
      return `${bare}!${preset(choices, models, `${bare}!`)}`;
    default: {
      // null would be an error in a non-null place: its default or the variable's makes it legal
      const isLegal = !type.endsWith('!') || value !== '';
      return isLegal ? bare : `${bare} = ${literal(choices, models, `${bare}!`)}`;
    }
  }
}

function preset(choices: Choices, models: Models, type: string): string {
  return choices.rarely(3) ? ` = ${literal(choices, models, type)}` : '';
}

/** A literal of a type; a single value may stand for a list of it. */
function literal(choices: Choices, models: Models, type: string): string {
  if (!type.endsWith('!') && choices.rarely(5)) return 'null';
  const bare = type.replace(/!$/, '');
  if (bare.startsWith('[')) {
    const items = Array.from({ length: choices.below(3) }, () =>
      literal(choices, models, bare.slice(1, -1)),
    );
    const [only] = items;
    const isSingle = items.length === 1 && only !== 'null' && !only?.startsWith('[');
    return isSingle && choices.rarely(2) ? `${only}` : `[${items.join(', ')}]`;
  }
  const fields = [...(models.get(bare) ?? [])];
  if (bare.startsWith('Pick')) {
    const [key, kind] = choices.oneOf(fields.slice(0, 1));
    return `{ ${key}: ${literal(choices, models, `${kind}!`)} }`;
  }
  if (!bare.startsWith('Filter')) return leaves.get(bare) ?? '""';
  const needed = fields.filter(([, kind]) => kind.endsWith('!'));
  return `{ ${needed.map(([key, kind]) => `${key}: ${literal(choices, models, kind)}`).join(', ')} }`;
}

function wrap(choices: Choices, type: string): string {
  const forms = [type, `${type}!`, `[${type}]`, `[${type}!]!`, `[[${type}!]]`, `[[[${type}]!]!]!`];
  return choices.oneOf(forms);
}

function names(stem: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${stem}${index + 1}`);
}
