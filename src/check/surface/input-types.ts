import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parseType,
  typeFromAST,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { resolveReference } from '../../core/walk-schema.ts';
import { annotationKeywords } from '../schema/canonical-key.ts';
import { schemaOfSlice } from './schema-slice.ts';
import type { Surface, SurfaceTool } from './surface.ts';
import { withToldBounds } from './told-bounds.ts';

/** What is known of the types of arguments, beside what schemas show. */
export interface InputTypes {
  readonly schema: GraphQLSchema;
  /**
   * How values are written, null aside: by field, `Filter.text`, with its bounds, and by scalar,
   * `DateTime`. Learned from the schemas that do show them.
   */
  readonly leaves: ReadonlyMap<string, JsonSchema>;
  /** Descriptions of fields, `Filter.text`, learned likewise. */
  readonly texts: ReadonlyMap<string, string>;
  /** Names by which agents see fields, `Filter.constructor`, where schemas show another than today's. */
  readonly names: ReadonlyMap<string, string>;
}

/** The fields of an input object by the names that agents see, as far as schemas tell. */
export function seenFields(
  { names }: InputTypes,
  type: GraphQLInputObjectType,
): ReadonlyMap<string, GraphQLInputField> {
  const today = Object.entries(type.getFields());
  return new Map(
    today.map(([shown, field]) => [names.get(`${type.name}.${field.name}`) ?? shown, field]),
  );
}

/** The types of arguments in a surface, by upstream; read when they are first asked for. */
export function createInputTypes(surface: Surface): (upstream: string) => InputTypes | undefined {
  const known = new Map<string, InputTypes | undefined>();
  return (upstream) => {
    if (!known.has(upstream)) known.set(upstream, readInputTypes(surface, upstream));
    return known.get(upstream);
  };
}

function readInputTypes({ schemas, tools }: Surface, upstream: string): InputTypes | undefined {
  const slice = schemas.get(upstream);
  if (slice === undefined) return undefined;
  const schema = schemaOfSlice(slice);
  const learned: Learned = { leaves: new Map(), texts: new Map(), names: new Map() };
  for (const tool of tools.values()) {
    if (tool.inside?.upstream === upstream) learnFrom(tool, schema, learned);
  }
  return { schema, ...learned };
}

/** The type that a text names, `[ID!]!`, where the schema has it. */
export function typeOfText(text: string, schema: GraphQLSchema): GraphQLInputType | undefined {
  return typeFromAST(schema, parseType(text) as never) as GraphQLInputType | undefined;
}

interface Learned {
  readonly leaves: Map<string, JsonSchema>;
  readonly texts: Map<string, string>;
  readonly names: Map<string, string>;
}

interface Lesson extends Learned {
  readonly root: JsonSchema;
  /** References that were followed. */
  readonly seen: Set<string>;
  /** What is still to be learned from, the next one last. */
  readonly open: Piece[];
}

/** A type, and how its values are written at one place. */
interface Piece {
  readonly type: GraphQLInputType;
  readonly written: JsonSchema;
}

function learnFrom(
  { inputSchema, inside }: SurfaceTool,
  schema: GraphQLSchema,
  learned: Learned,
): void {
  const lesson: Lesson = { ...learned, root: inputSchema, seen: new Set(), open: [] };
  for (const [name, text] of Object.entries(inside?.argumentTypes ?? {})) {
    const type = typeOfText(text, schema);
    const written = ownMember(inputSchema.properties, name) as JsonSchema | undefined;
    if (type && written) learnAll(lesson, { type, written });
  }
}

/** By a list of what is still to do, for types may lead on through thousands of others. */
function learnAll(lesson: Lesson, first: Piece): void {
  lesson.open.push(first);
  for (let piece = lesson.open.pop(); piece !== undefined; piece = lesson.open.pop()) {
    const from = lesson.open.length;
    learn(lesson, piece);
    lesson.open.push(...lesson.open.splice(from).reverse());
  }
}

/** A lock of before shows a field by its own name, which has another today. */
function learnObject(
  lesson: Lesson,
  type: GraphQLInputObjectType,
  written: Readonly<Record<string, JsonSchema>>,
): void {
  for (const [shown, field] of Object.entries(type.getFields())) {
    const coordinate = `${type.name}.${field.name}`;
    const today = ownMember(written, shown) as JsonSchema | undefined;
    const former = today ? undefined : (ownMember(written, field.name) as JsonSchema | undefined);
    if (former) lesson.names.set(coordinate, field.name);
    const member = today ?? former;
    if (member) learnField(lesson, field, member, coordinate);
  }
}

function learnField(
  lesson: Lesson,
  { type }: GraphQLInputField,
  member: JsonSchema,
  coordinate: string,
): void {
  const { description } = member;
  if (description === undefined || !isForWantOfRoom(description)) {
    if (description !== undefined) lesson.texts.set(coordinate, description);
    lesson.leaves.set(coordinate, withToldBounds(plainOf(lesson.root, member), description));
  }
  lesson.open.push({ type, written: member });
}

/** A schema without null, and without references on the way to what is in its lists. */
function plainOf(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const plain = withoutNull(schema);
  const target = plain.$ref === undefined ? plain : resolveReference(root, plain.$ref);
  const { items, ...rest } = isJsonObject(target) ? withoutNull(target as JsonSchema) : {};
  return items ? { ...rest, items: plainOf(root, items) } : rest;
}

/** How compiling tells in words what it has no room to describe. */
export function isForWantOfRoom(description: string): boolean {
  return /^(Same shape as |JSON text of )/.test(description);
}

function learn(lesson: Lesson, { type, written }: Piece): void {
  const { root, leaves, seen } = lesson;
  if (isNonNullType(type)) return learn(lesson, { type: type.ofType, written });
  if (written.$ref !== undefined) {
    const target = resolveReference(root, written.$ref) as JsonSchema | undefined;
    if (!target || seen.has(written.$ref)) return;
    seen.add(written.$ref);
    return learn(lesson, { type, written: target });
  }
  const [branch] = (written.anyOf ?? []).filter(({ type: kind }) => kind !== 'null');
  if (branch) return learn(lesson, { type, written: branch });
  if (isListType(type)) {
    if (written.items) learn(lesson, { type: type.ofType, written: written.items });
    return;
  }
  if (isInputObjectType(type)) {
    learnObject(lesson, type, written.properties ?? {});
    return;
  }
  if (isEnumType(type)) return;
  const leaf = withoutNull(written);
  // bounds are those of one field
  if (!leaves.has(type.name)) leaves.set(type.name, leaf.type ? { type: leaf.type } : {});
}

/** A schema without its annotations, and without null among what it takes. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const [branch, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (branch && others.length === 0) return withoutNull(branch);
  const spoken = Object.entries(schema).filter(([keyword]) => !annotationKeywords.has(keyword));
  const { type, ...rest } = Object.fromEntries(spoken) as JsonSchema;
  if (typeof type !== 'object') return { ...(type && { type }), ...rest };
  const types = type.filter((kind) => kind !== 'null');
  const [only] = types;
  return { ...(only && { type: types.length === 1 ? only : types }), ...rest };
}

/** Whether types of arguments are the same in two surfaces, word for word. */
export function hasSameInputs(one: Surface, other: Surface, upstream: string): boolean {
  return inputLines(one, upstream) === inputLines(other, upstream);
}

function inputLines({ schemas }: Surface, upstream: string): string {
  let isInput = false;
  const lines = (schemas.get(upstream) ?? []).filter((line) => {
    if (!line.startsWith(' ') && line !== '}') isInput = /^(input|enum) /.test(line);
    return isInput;
  });
  return lines.join('\n');
}
