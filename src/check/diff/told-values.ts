import { listing } from '../../compile/output/leaf.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonArray, isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { resolveReference } from '../../core/walk-schema.ts';

/** A document, and the parts of it that may describe a value. */
export interface Position {
  readonly root: JsonSchema;
  readonly parts: readonly JsonSchema[];
}

/**
 * Answers in which texts are values that the schemas tell of, the first schema before the others:
 * `Movie` for a `__typename`, where any text fits. A text that nobody knows values of stays. Each of
 * the answers takes another of the values, for alternatives may tell them apart.
 */
export function* withToldValues(
  value: JsonValue,
  schemas: readonly JsonSchema[],
): Iterable<JsonValue> {
  const positions = schemas.map((root) => positionOf(root, [root]));
  for (let index = 0; index < maxAnswers; index++) yield replaced(value, positions, index);
}

const maxAnswers = 4;

function replaced(value: JsonValue, positions: readonly Position[], index: number): JsonValue {
  if (typeof value === 'string') {
    const lists = positions.map(toldAt).filter((values) => values.length > 0);
    if (lists.some((values) => values.includes(value))) return value;
    const [values = [value]] = lists;
    return values[index % values.length] ?? value;
  }
  if (isJsonArray(value)) {
    const items = positions.map(itemPosition);
    return value.map((item) => replaced(item, items, index));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const within = positions.map((position) => memberPosition(position, name));
    return [name, replaced(member, within, index)] as const;
  });
  return Object.fromEntries(members);
}

/** Where a member of an object stands in a schema. */
export function memberPosition({ root, parts }: Position, name: string): Position {
  const members = parts.flatMap(({ properties = {} }) => {
    const member = ownMember(properties, name) as JsonSchema | undefined;
    return member ? [member] : [];
  });
  return positionOf(root, members);
}

/** Where the items of a list stand in a schema. */
export function itemPosition({ root, parts }: Position): Position {
  return positionOf(
    root,
    parts.flatMap(({ items }) => items ?? []),
  );
}

/** Follows references and alternatives: all of them may describe the value. */
export function positionOf(root: JsonSchema, parts: readonly JsonSchema[]): Position {
  const found = new Set<JsonSchema>();
  const collect = (part: unknown): void => {
    if (!isJsonObject(part) || found.has(part as JsonSchema)) return;
    const schema = part as JsonSchema;
    found.add(schema);
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) collect(branch);
    if (schema.$ref !== undefined) collect(resolveReference(root, schema.$ref));
  };
  for (const part of parts) collect(part);
  return { root, parts: [...found] };
}

function toldAt({ parts }: Position): readonly string[] {
  return parts.flatMap(toldBy);
}

function toldBy(schema: JsonSchema): readonly string[] {
  const { description = '', enum: listed = [] } = schema;
  const one: unknown = ownMember(schema, 'const');
  const fixed = [...(one === undefined ? [] : [one]), ...listed];
  const texts = fixed.filter((value): value is string => typeof value === 'string');
  if (texts.length > 0 || !description.startsWith(listing)) return texts;
  const [line = ''] = description.slice(listing.length).split('\n');
  return line.split(', ').filter((name) => /^\w+$/.test(name));
}
