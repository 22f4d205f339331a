import { buildSchema, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Choices } from './choices.ts';

/** A schema with input types of all kinds, and an operation with variables of these types. */
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
  // custom scalars; the type of `Mark` is unknown
  ['JSON', '{ a: [1, "b"] }'],
  ['BigInt', '"12345678901234567890"'],
  ['Mark', '"m"'],
]);

/** The fields of input objects, with their types in SDL. */
type Models = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Creates recursive input objects, some with `@oneOf`, lists to depth 3 and defaults of all kinds; and an
 * operation that passes variables to whole arguments (as strict as the variable, stricter or less
 * strict), to items of lists, to fields of objects, and to a directive.
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
    // a non-null field of an object type could be infinitely recursive
    const forms = [type, `[${type}!]`, `[${type}]`];
    return objects.includes(type) ? choices.oneOf(forms) : wrap(choices, type);
  };
  const ofFilter = (name: string) =>
    [name, new Map(names('f', 1 + choices.below(4)).map((key) => [key, field()]))] as const;
  const ofPick = (name: string) =>
    [
      name,
      // without a leaf, all values of the type would be infinite
      new Map([
        ['a', choices.oneOf([...leaves.keys()])],
        ...['b', 'c'].map((key) => [key, field().replace(/!$/, '')] as const),
      ]),
    ] as const;
  return new Map([...filters.map(ofFilter), ...picks.map(ofPick)]);
}

function writeInput(choices: Choices, models: Models, name: string): string {
  const fields = [...(models.get(name) ?? [])].map(([key, type]) => {
    // a default with an object could be infinitely recursive
    const isLeaf = leaves.has(type.replaceAll(/[[\]!]/g, ''));
    const value = isLeaf && name.startsWith('Filter') ? preset(choices, models, type) : '';
    return `${key}: ${type}${value}`;
  });
  return `input ${name} { ${fields.join(' ')} }`;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  /** ` = …`, or the empty text. */
  readonly preset: string;
}

/** Writes a variable and an argument that it is passed to. */
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

/** Writes the type of a variable for an argument: as strict, stricter, or less strict. */
function strictness(choices: Choices, models: Models, type: string, value: string): string {
  const bare = type.replace(/!$/, '');
  const own = preset(choices, models, type);
  switch (choices.below(3)) {
    case 0:
      return `${type}${own}`;
    case 1:
      return `${bare}!${preset(choices, models, `${bare}!`)}`;
    default: {
      // a nullable variable is valid in a non-null place if either of them has a default
      const isLegal = !type.endsWith('!') || value !== '';
      return isLegal ? bare : `${bare} = ${literal(choices, models, `${bare}!`)}`;
    }
  }
}

function preset(choices: Choices, models: Models, type: string): string {
  return choices.rarely(3) ? ` = ${literal(choices, models, type)}` : '';
}

/** Writes a literal of a type, sometimes a single value for a list. */
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
