import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { ownMember, type JsonValue } from '../../../src/core/json.ts';

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const texts = ['A', 'B', 'C', 'a', 'aa', 'abc', '', '1', '12', '2024-02-29', 'zzzzzz'];
const uuid = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const numbers = [0, 1, 2, 3, 4, 5, -1, -2, 0.5, 1.5, 3.5, 2.25, 100];
const memberNames = ['a', 'b', 'c', 'd', 'other'];

/**
 * A value that mostly fits the schema, as a walk along its keywords makes it. It knows nothing of how
 * schemas are compared; whether it fits is for a validator to say.
 */
export function randomInstance(schema: JsonSchema, random: () => number): JsonValue {
  return instanceOf({ root: schema, random }, schema, 0);
}

interface Walk {
  readonly root: JsonSchema;
  readonly random: () => number;
}

function pick<T>({ random }: Walk, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

function instanceOf(walk: Walk, schema: unknown, depth: number): JsonValue {
  if (typeof schema !== 'object' || schema === null) return anyValue(walk, depth);
  const { $ref, anyOf, oneOf, ...rest } = schema as JsonSchema;
  if ($ref !== undefined && depth < 12) {
    const target = ownMember(walk.root.$defs ?? {}, $ref.split('/').at(-1) ?? '');
    return instanceOf(walk, target, depth + 1);
  }
  const branches = anyOf ?? oneOf;
  if (branches !== undefined && branches.length > 0) {
    return instanceOf(walk, { ...rest, ...pick(walk, branches) }, depth + 1);
  }
  if (rest.const !== undefined) return rest.const;
  if (rest.enum !== undefined) return pick(walk, rest.enum);
  const types = rest.type === undefined ? [] : [rest.type].flat();
  return ofType(walk, rest, types.length === 0 ? guessType(rest) : pick(walk, types), depth);
}

function guessType({ properties, required, items }: JsonSchema): string {
  if (properties !== undefined || required !== undefined) return 'object';
  return items === undefined ? 'any' : 'array';
}

function ofType(walk: Walk, schema: JsonSchema, type: string, depth: number): JsonValue {
  if (type === 'null') return null;
  if (type === 'boolean') return pick(walk, [true, false]);
  if (type === 'string') return schema.format === 'uuid' ? uuid : pick(walk, texts);
  if (type === 'integer' || type === 'number') return pick(walk, numbers);
  if (type === 'array') return listOf(walk, schema, depth);
  return type === 'object' ? objectOf(walk, schema, depth) : anyValue(walk, depth);
}

function listOf(
  walk: Walk,
  { minItems = 0, maxItems = 3, items }: JsonSchema,
  depth: number,
): JsonValue {
  const most = depth > 8 ? minItems : Math.max(minItems, Math.min(maxItems, 3));
  const length = minItems + Math.floor(walk.random() * (most - minItems + 1));
  return Array.from({ length }, () => instanceOf(walk, items, depth + 1));
}

function objectOf(walk: Walk, schema: JsonSchema, depth: number): JsonValue {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const share = depth > 8 ? 0 : pick(walk, [0, 0.3, 0.7, 1]);
  const optional = Object.keys(properties).filter(() => walk.random() < share);
  const extra =
    additionalProperties === false || depth > 8 || walk.random() > 0.3
      ? []
      : [pick(walk, memberNames)];
  const names = new Set([...required, ...optional, ...extra]);
  const members = [...names].map((name) => {
    const member = ownMember(properties, name) ?? additionalProperties;
    return [name, instanceOf(walk, member, depth + 1)] as const;
  });
  return Object.fromEntries(members);
}

function anyValue(walk: Walk, depth: number): JsonValue {
  const simple: JsonValue[] = [null, true, 1, 1.5, 'A', 'text', [], {}];
  if (depth > 6) return pick(walk, simple);
  return pick(walk, [
    ...simple,
    { a: pick(walk, simple), b: pick(walk, simple) },
    [pick(walk, simple)],
  ]);
}
