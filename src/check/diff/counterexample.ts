import { type JsonSchema, createSchemaCursor, type SchemaCursor } from '../../core/json-schema.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../core/json.ts';
import { accepts } from '../schema/accepts.ts';
import type { SchemaPair } from '../schema/compare-schemas.ts';
import type { Problem } from '../schema/problem.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { SchemaPosition, Witness } from './change.ts';
import type { SchemaValidator } from './schema-validator.ts';

/** Finds a value that shows one of the problems; undefined if none is found. */
export type CounterexampleFinder = (problems: readonly Problem[]) => Witness | undefined;

/**
 * Creates the finder of counterexamples for a change from one schema to another.
 *
 * Each is checked against both schemas: a *call* matches the old input schema and not the new one; an
 * *answer* matches the new output schema and not the old one.
 */
export function createCounterexampleFinder(
  old: JsonSchema,
  next: JsonSchema,
  { one, other }: SchemaPair,
  position: SchemaPosition,
  validator: SchemaValidator,
): CounterexampleFinder {
  const matcher = (schema: JsonSchema, node: SchemaNode) => (value: JsonValue) =>
    // without a validator, a value is judged by the comparison's reading of the schema
    validator(schema, value) ?? accepts(node, value);
  const sides = [matcher(old, one), matcher(next, other)] as const;
  const [matches, matchesOther] = position === 'input' ? sides : ([sides[1], sides[0]] as const);
  const isCounterexample = (value: JsonValue) => matches(value) && !matchesOther(value);
  return (problems) => {
    for (const problem of problems) {
      const value = problem.candidates().find(isCounterexample);
      if (value === undefined) continue;
      if (position === 'input') return { kind: 'call', value };
      const realistic = [...withListedTexts(value, [next, old])].find(isCounterexample);
      return { kind: 'answer', value: realistic ?? value };
    }
    return undefined;
  };
}

/** Each variant has another of the listed texts, because alternatives may depend on them. */
const maxVariants = 4;

/**
 * Yields variants of a result whose texts are listed in the schemas, such as `Movie` for a `__typename`;
 * the first schema that lists texts for a place counts. Texts of other places are left unchanged.
 */
function* withListedTexts(value: JsonValue, schemas: readonly JsonSchema[]): Iterable<JsonValue> {
  const cursors = schemas.map(createSchemaCursor);
  for (let variant = 0; variant < maxVariants; variant++)
    yield replaceTexts(value, cursors, variant);
}

function replaceTexts(
  value: JsonValue,
  cursors: readonly SchemaCursor[],
  variant: number,
): JsonValue {
  if (typeof value === 'string') {
    const lists = cursors.map(listedTexts).filter((texts) => texts.length > 0);
    if (lists.some((texts) => texts.includes(value))) return value;
    const [texts = [value]] = lists;
    return texts[variant % texts.length] ?? value;
  }
  if (isJsonArray(value)) {
    const items = cursors.map((cursor) => cursor.items());
    return value.map((item) => replaceTexts(item, items, variant));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = cursors.map((cursor) => cursor.member(name));
    return [name, replaceTexts(member, inner, variant)] as const;
  });
  return Object.fromEntries(members);
}

function listedTexts({ schemas }: SchemaCursor): readonly string[] {
  const listed = schemas.flatMap(({ const: only, enum: names = [], examples = [] }) => [
    ...(only === undefined ? [] : [only]),
    ...names,
    ...examples,
  ]);
  return listed.filter((text): text is string => typeof text === 'string');
}
