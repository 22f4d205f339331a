import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import type { Choices } from './choices.ts';

/** Variables that random operations decide their fields by; all are `Boolean!`. */
const conditions = ['x', 'y', 'z'] as const;

/** The ways to set the variables that an operation declares. */
export function assignmentsOf(document: DocumentNode): readonly Assignment[] {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const declared =
    operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
  const names = declared.map(({ variable }) => variable.name.value);
  return Array.from({ length: 2 ** names.length }, (_, bits) =>
    Object.fromEntries(names.map((name, at) => [name, ((bits >> at) & 1) === 1])),
  );
}

export type Assignment = Readonly<Record<string, boolean>>;

interface Writer {
  readonly schema: GraphQLSchema;
  readonly choices: Choices;
  /** Finished fragments, by name: the type they are on, and their text. */
  readonly fragments: Map<string, { readonly on: GraphQLCompositeType; readonly text: string }>;
  /** Selections that may still be written. */
  left: number;
}

/**
 * Writes an operation with what answers can differ by: aliases, merged fields, fragments in
 * fragments on overlapping types, `@skip` and `@include` on all of them, `__typename` anywhere.
 *
 * Most are valid; fields of one name that cannot be merged come up now and then.
 */
export function randomOperation(
  schema: GraphQLSchema,
  choices: Choices,
  maxSelections = 60,
): DocumentNode {
  return parse(randomOperationText(schema, choices, maxSelections));
}

function randomOperationText(
  schema: GraphQLSchema,
  choices: Choices,
  maxSelections: number,
): string {
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no query type.');
  const writer: Writer = { schema, choices, fragments: new Map(), left: maxSelections };
  const root = selectionSet(writer, query, 4);
  const fragments = [...writer.fragments].map(
    ([name, { on, text }]) => `fragment ${name} on ${on.name} ${text}`,
  );
  const used = conditions.filter((name) => [root, ...fragments].join('').includes(`$${name}`));
  const declared = used.map((name) => `$${name}: Boolean!`).join(', ');
  return [`query Random${declared && `(${declared})`} ${root}`, ...fragments].join('\n');
}

function selectionSet(writer: Writer, type: GraphQLCompositeType, depth: number): string {
  const count = 1 + writer.choices.below(4);
  const selections = Array.from({ length: count }, () => selection(writer, type, depth));
  return `{ ${selections.join(' ')} }`;
}

function selection(writer: Writer, type: GraphQLCompositeType, depth: number): string {
  const { choices } = writer;
  writer.left -= 1;
  if (depth <= 0 || writer.left <= 0) return `__typename${condition(choices)}`;
  const kind = choices.below(8);
  if (kind === 4) return `... ${condition(choices)} ${selectionSet(writer, type, depth - 1)}`;
  if (kind === 5 || kind === 6) return inlineFragment(writer, type, depth);
  if (kind === 7) return fragmentSpread(writer, type, depth);
  return field(writer, type, depth);
}

function field(writer: Writer, type: GraphQLCompositeType, depth: number): string {
  const { choices } = writer;
  const fields = fieldsOf(type);
  if (fields.length === 0 || choices.rarely(6)) {
    return `${choices.oneOf(['', 'kind: '])}__typename${condition(choices)}`;
  }
  const { name, args, type: fieldType } = choices.oneOf(fields);
  const size = args.length > 0 ? choices.below(3) : 0;
  const call = size > 0 ? `${name}(size: ${size})` : name;
  const aliases = [
    '',
    '',
    '',
    `also_${name}: `,
    inheritedNames.get(name) ?? '',
    ...(choices.rarely(4) ? ['__typename: ', 'shared: ', 'data: '] : []),
  ];
  const alias = size > 0 ? `sized${size}_${name}: ` : choices.oneOf(aliases);
  const inner = getNamedType(fieldType);
  const below = isCompositeType(inner) ? ` ${selectionSet(writer, inner, depth - 1)}` : '';
  return `${alias}${call}${condition(choices)}${below}`;
}

/** Names of what every object of JavaScript inherits, as aliases of some fields. */
const inheritedNames = new Map([
  ['a', 'constructor: '],
  ['b', '__proto__: '],
  ['c', 'toString: '],
]);

function fieldsOf(type: GraphQLCompositeType): readonly GraphQLField<unknown, unknown>[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function inlineFragment(writer: Writer, type: GraphQLCompositeType, depth: number): string {
  const on = writer.choices.oneOf(overlapping(writer.schema, type));
  return `... on ${on.name}${condition(writer.choices)} ${selectionSet(writer, on, depth - 1)}`;
}

function fragmentSpread(writer: Writer, type: GraphQLCompositeType, depth: number): string {
  const { choices, fragments, schema } = writer;
  const possible = overlapping(schema, type);
  const fitting = [...fragments].filter(([, { on }]) => possible.includes(on));
  if (fitting.length > 0 && choices.rarely(2)) {
    const [name] = choices.oneOf(fitting);
    return `...${name}${condition(choices)}`;
  }
  const on = choices.oneOf(possible);
  const text = selectionSet(writer, on, depth - 1);
  const name = `Part${fragments.size + 1}`;
  fragments.set(name, { on, text });
  return `...${name}${condition(choices)}`;
}

/** The type itself first, then all that some object can have beside it. */
function overlapping(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
): readonly GraphQLCompositeType[] {
  const objects = new Set(objectsOf(schema, type));
  const all = Object.values(schema.getTypeMap()).filter(isCompositeType);
  const others = all.filter(
    (other) =>
      other !== type &&
      !other.name.startsWith('__') &&
      objectsOf(schema, other).some((object) => objects.has(object)),
  );
  return [type, ...others];
}

function objectsOf(schema: GraphQLSchema, type: GraphQLCompositeType) {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

function condition(choices: Choices): string {
  if (!choices.rarely(3)) return '';
  const values = [...conditions.map((name) => `$${name}`), 'true', 'false'];
  const directives = choices.oneOf([['include'], ['skip'], ['skip', 'include']]);
  return directives.map((name) => ` @${name}(if: ${choices.oneOf(values)})`).join('');
}
