import {
  buildSchema,
  type GraphQLSchema,
  extendSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
} from 'graphql';
import type { Choices } from './choices.ts';

/** Fields by name, each with its type as SDL writes it. */
type Fields = Map<string, string>;

interface InterfaceModel {
  readonly name: string;
  readonly parents: readonly InterfaceModel[];
  readonly fields: Fields;
}

const leaves = ['Int', 'String', 'ID', 'Boolean', 'Float', 'Mood', 'Anything'];

/** Which types have which, decided before their fields are. */
interface Relations {
  /** Interfaces of objects and interfaces, the most derived last. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/**
 * Makes a schema with what answers can differ by: interfaces that implement interfaces and narrow
 * their fields, in null and in type, objects that implement several, unions that overlap, lists to
 * depth 3, enums, a custom scalar, fields of one name and different types on different objects.
 */
export function randomSchema(choices: Choices): GraphQLSchema {
  return buildSchema(randomSdl(choices));
}

function randomSdl(choices: Choices): string {
  const objects = names('Thing', 2 + choices.below(3));
  const unions = names('Either', choices.below(3));
  const interfaceNames = names('Has', choices.below(4));
  const composites = [...objects, ...interfaceNames, ...unions];
  const relations = randomRelations(choices, objects, interfaceNames, unions);
  const typeText = (): string =>
    wrap(choices, choices.rarely(2) ? choices.oneOf(composites) : choices.oneOf(leaves));
  const shared: Fields = new Map(['a', 'b', 'c'].map((name) => [name, typeText()]));
  const interfaces = randomInterfaces(choices, interfaceNames, relations, typeText);
  return [
    'scalar Anything',
    'enum Mood { HAPPY SAD }',
    ...interfaces.map((model) => writeType('interface', model)),
    ...objects.map((name) =>
      writeType('type', randomObject(choices, name, { interfaces, relations, shared, typeText })),
    ),
    ...unions.map((name) => `union ${name} = ${relations.members.get(name)?.join(' | ')}`),
    `type Query { ${composites.map((name) => `${lower(name)}: ${wrap(choices, name)}`).join(' ')} }`,
  ].join('\n');
}

function randomRelations(
  choices: Choices,
  objects: readonly string[],
  interfaceNames: readonly string[],
  unions: readonly string[],
): Relations {
  const parents = new Map<string, readonly string[]>();
  const withParents = (chosen: readonly string[]): readonly string[] => [
    ...new Set(chosen.flatMap((name) => [...(parents.get(name) ?? []), name])),
  ];
  for (const [at, name] of interfaceNames.entries()) {
    parents.set(name, withParents(choices.someOf(interfaceNames.slice(0, at))));
  }
  for (const name of objects) parents.set(name, withParents(choices.someOf(interfaceNames)));
  const members = new Map(unions.map((name) => [name, unionMembers(choices, objects)]));
  return { parents, members };
}

/** The types that may stand where another one is declared, itself aside. */
function narrower({ parents, members }: Relations, name: string): readonly string[] {
  const implementing = [...parents].filter(([, of]) => of.includes(name)).map(([one]) => one);
  return members.get(name) ?? implementing;
}

function randomInterfaces(
  choices: Choices,
  interfaceNames: readonly string[],
  relations: Relations,
  typeText: () => string,
): readonly InterfaceModel[] {
  const models: InterfaceModel[] = [];
  // two interfaces that narrow one field differently could not both be implemented
  const narrowed = new Set<string>();
  for (const name of interfaceNames) {
    const parents = models.filter((model) => relations.parents.get(name)?.includes(model.name));
    const fields: Fields = new Map();
    inherit(choices, fields, parents, relations);
    for (const [field, type] of fields) {
      if (narrowed.has(field) || !choices.rarely(3)) continue;
      narrowed.add(field);
      fields.set(field, narrowType(choices, type, relations));
    }
    fields.set(`${lower(name)}Own`, typeText());
    models.push({ name, parents, fields });
  }
  return models;
}

interface ObjectContext {
  readonly interfaces: readonly InterfaceModel[];
  readonly relations: Relations;
  readonly shared: Fields;
  readonly typeText: () => string;
}

function randomObject(
  choices: Choices,
  name: string,
  { interfaces, relations, shared, typeText }: ObjectContext,
): InterfaceModel {
  const parents = interfaces.filter((model) => relations.parents.get(name)?.includes(model.name));
  const fields: Fields = new Map();
  inherit(choices, fields, parents, relations);
  for (const [field, type] of fields) {
    if (choices.rarely(3)) fields.set(field, narrowType(choices, type, relations));
  }
  for (const [field, type] of shared) {
    if (!choices.rarely(3)) fields.set(field, choices.rarely(4) ? typeText() : type);
  }
  fields.set(`${lower(name)}Own(size: Int)`, typeText());
  return { name, parents, fields };
}

/** An implementation has its interfaces' fields, the most derived last, and may narrow null away. */
function inherit(
  choices: Choices,
  fields: Fields,
  parents: readonly InterfaceModel[],
  relations: Relations,
): void {
  for (const parent of parents) {
    for (const [field, type] of parent.fields) {
      const known = fields.get(field) ?? type;
      const isNarrower = narrower(relations, namedIn(known)).includes(namedIn(type));
      const named = isNarrower ? namedIn(type) : namedIn(known);
      const strictest = known.endsWith('!') ? known : type;
      const narrowest = strictest.replace(/\w+/, named);
      const narrows = choices.rarely(3) && !narrowest.endsWith('!');
      fields.set(field, narrows ? `${narrowest}!` : narrowest);
    }
  }
}

/** The same type, of a narrower named type where there is one. */
function narrowType(choices: Choices, type: string, relations: Relations): string {
  const possible = narrower(relations, namedIn(type));
  return possible.length === 0 ? type : type.replace(/\w+/, choices.oneOf(possible));
}

/** The named type within lists and non-nulls. */
function namedIn(type: string): string {
  return type.replaceAll(/\W/g, '');
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

/**
 * The schema with one object type more: a member of every union, an implementation of every
 * interface, with no fields but theirs. And every object type that there was becomes a member of every
 * union. It is what servers add without asking anybody.
 */
export function withNewcomer(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap());
  const interfaces = types.filter(isInterfaceType);
  const objects = types.filter(isObjectType).filter(({ name }) => name.startsWith('Thing'));
  const fields = new Map<string, string>();
  for (const type of interfaces) {
    for (const field of Object.values(type.getFields())) {
      const text = String(field.type);
      const known = fields.get(field.name) ?? text;
      const strictest = known.endsWith('!') ? known : text;
      fields.set(field.name, strictest.replace(/\w+/, narrowest(schema, known, text)));
    }
  }
  const parents = interfaces.map(({ name }) => name).join(' & ');
  const lines = [...fields].map(([name, type]) => `${name}: ${type}`);
  const sdl = [
    `type Newcomer ${parents && `implements ${parents}`} { own: String ${lines.join(' ')} }`,
    ...types.filter(isUnionType).map((union) => {
      const known = union.getTypes();
      const others = objects.filter((type) => !known.includes(type)).map(({ name }) => name);
      return `extend union ${union.name} = ${['Newcomer', ...others].join(' | ')}`;
    }),
  ];
  return extendSchema(schema, parse(sdl.join('\n')));
}

/** Of the named types of two fields, the one that can stand for the other. */
function narrowest(schema: GraphQLSchema, known: string, other: string): string {
  const [name, otherName] = [known, other].map((text) => text.replaceAll(/\W/g, ''));
  const [type, otherType] = [schema.getType(name ?? ''), schema.getType(otherName ?? '')];
  const isNarrower =
    isAbstractType(type) &&
    (isObjectType(otherType) || isInterfaceType(otherType)) &&
    schema.isSubType(type, otherType);
  return (isNarrower ? otherName : name) ?? '';
}
