import { buildSchema, type GraphQLSchema } from 'graphql';
import type { Choices } from './choices.ts';

/** Fields by name, each with its type as SDL writes it. */
type Fields = Map<string, string>;

interface InterfaceModel {
  readonly name: string;
  readonly parents: readonly InterfaceModel[];
  readonly fields: Fields;
}

const leaves = ['Int', 'String', 'ID', 'Boolean', 'Float', 'Mood', 'Anything'];

/**
 * Makes a schema with what answers can differ by: interfaces that implement interfaces and narrow
 * their fields, objects that implement several, unions that overlap, lists to depth 3, enums, a
 * custom scalar, fields of one name and different types on different objects.
 */
export function randomSchema(choices: Choices): GraphQLSchema {
  return buildSchema(randomSdl(choices));
}

function randomSdl(choices: Choices): string {
  const objects = names('Thing', 2 + choices.below(3));
  const unions = names('Either', choices.below(3));
  const interfaceNames = names('Has', choices.below(4));
  const composites = [...objects, ...interfaceNames, ...unions];
  const typeText = (): string =>
    wrap(choices, choices.rarely(2) ? choices.oneOf(composites) : choices.oneOf(leaves));
  const shared: Fields = new Map(['a', 'b', 'c'].map((name) => [name, typeText()]));
  const interfaces = randomInterfaces(choices, interfaceNames, typeText);
  return [
    'scalar Anything',
    'enum Mood { HAPPY SAD }',
    ...interfaces.map((model) => writeType('interface', model)),
    ...objects.map((name) =>
      writeType('type', randomObject(choices, name, interfaces, shared, typeText)),
    ),
    ...unions.map((name) => `union ${name} = ${unionMembers(choices, objects).join(' | ')}`),
    `type Query { ${composites.map((name) => `${lower(name)}: ${wrap(choices, name)}`).join(' ')} }`,
  ].join('\n');
}

function randomInterfaces(
  choices: Choices,
  interfaceNames: readonly string[],
  typeText: () => string,
): readonly InterfaceModel[] {
  const models: InterfaceModel[] = [];
  for (const name of interfaceNames) {
    const parents = withParents(choices.someOf(models));
    const fields: Fields = new Map();
    inherit(choices, fields, parents);
    fields.set(`${lower(name)}Own`, typeText());
    models.push({ name, parents, fields });
  }
  return models;
}

function randomObject(
  choices: Choices,
  name: string,
  interfaces: readonly InterfaceModel[],
  shared: Fields,
  typeText: () => string,
): InterfaceModel {
  const parents = withParents(choices.someOf(interfaces));
  const fields: Fields = new Map();
  inherit(choices, fields, parents);
  for (const [field, type] of shared) {
    if (!choices.rarely(3)) fields.set(field, choices.rarely(4) ? typeText() : type);
  }
  fields.set(`${lower(name)}Own(size: Int)`, typeText());
  return { name, parents, fields };
}

/** An implementation has its interfaces' fields, the most derived last, and may narrow null away. */
function inherit(choices: Choices, fields: Fields, parents: readonly InterfaceModel[]): void {
  for (const parent of parents) {
    for (const [field, type] of parent.fields) {
      const known = fields.get(field) ?? type;
      const narrowest = known.endsWith('!') ? known : type;
      const narrows = choices.rarely(3) && !narrowest.endsWith('!');
      fields.set(field, narrows ? `${narrowest}!` : narrowest);
    }
  }
}

function withParents(models: readonly InterfaceModel[]): readonly InterfaceModel[] {
  return [...new Set(models.flatMap((model) => [...withParents(model.parents), model]))];
}

function unionMembers(choices: Choices, objects: readonly string[]): readonly string[] {
  const members = choices.someOf(objects);
  return members.length > 0 ? members : objects.slice(0, 1);
}

function wrap(choices: Choices, name: string): string {
  let type = choices.rarely(2) ? `${name}!` : name;
  for (let depth = choices.below(8); depth > 4; depth--) {
    type = `[${type}]${choices.rarely(2) ? '!' : ''}`;
  }
  return type;
}

function writeType(kind: string, { name, parents, fields }: InterfaceModel): string {
  const parentNames = parents.map((parent) => parent.name);
  const header = parents.length > 0 ? `${name} implements ${parentNames.join(' & ')}` : name;
  const lines = [...fields].map(([field, type]) => `  ${field}: ${type}`);
  return `${kind} ${header} {\n${lines.join('\n')}\n}`;
}

function names(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
