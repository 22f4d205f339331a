import type { JsonValue } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import {
  anything,
  boundKeywords,
  casesOf,
  isNumber,
  memberOf,
  nothing,
  type Kind,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/** Requirements of a sampled object in addition to those of its shape. */
export interface ObjectDemands {
  /** Members with fixed values. */
  readonly given?: ReadonlyMap<string, JsonValue>;
  /** A member that must be absent. */
  readonly without?: string;
  /** The least number of members. */
  readonly atLeast?: number;
}

/** The depth at which sampling gives up, because a schema may require itself. */
const maxDepth = 30;

/** The most nodes that are tried for one sample. */
const maxSteps = 20_000;

/** The progress of one sample. */
interface Descent {
  readonly depth: number;
  /** Shared by all levels of the sample. */
  readonly tried: { steps: number };
}

function start(): Descent {
  return { depth: 0, tried: { steps: 0 } };
}

function deeper({ depth, tried }: Descent): Descent {
  return { depth: depth + 1, tried };
}

/** From this depth on, the shortest values are tried first. */
const verboseDepth = 4;

const expressive = 'string integer boolean fraction object array null'.split(' ') as Kind[];
const short = 'null string integer boolean fraction array object'.split(' ') as Kind[];

/** Creates a small value that matches a schema; `undefined` if none is found. */
export function sampleNode(node: SchemaNode, descent = start()): JsonValue | undefined {
  descent.tried.steps += 1;
  if (descent.depth > maxDepth || descent.tried.steps > maxSteps) return undefined;
  const order = descent.depth < verboseDepth ? expressive : short;
  const cases = casesOf(node);
  for (const kind of order) {
    for (const shape of cases.filter(({ kinds }) => kinds.includes(kind))) {
      const value = sampleKind(shape, kind, descent);
      if (value !== undefined && acceptedByShape(shape, value)) return value;
    }
  }
  return undefined;
}

function sampleKind(shape: Shape, kind: Kind, descent: Descent): JsonValue | undefined {
  if (kind === 'array') return sampleList(shape, [], 0, descent);
  if (kind === 'object') return sampleObject(shape, {}, descent);
  return scalarCandidates(shape).find((value) => acceptedByShape(shape, value));
}

/** Creates a list that starts with the passed items and has the length that the shape requires. */
export function sampleList(
  { bounds, items = anything }: Shape,
  given: readonly JsonValue[],
  atLeast = 0,
  descent = start(),
): JsonValue | undefined {
  const missing = Math.max(atLeast, bounds.minItems ?? 0) - given.length;
  if (missing <= 0) return given;
  if (missing > maxSampledItems) return undefined;
  const item = sampleNode(items, deeper(descent));
  if (item === undefined) return undefined;
  return [...given, ...Array.from({ length: missing }, () => item)];
}

const maxSampledItems = 1_000;

/** Creates an object of a shape that meets the demands; `undefined` if none is found. */
export function sampleObject(
  shape: Shape,
  { given = new Map(), without, atLeast = 0 }: ObjectDemands,
  descent = start(),
): JsonValue | undefined {
  const members = new Map<string, JsonValue>();
  const add = (name: string): boolean => {
    const value = given.get(name) ?? sampleNode(memberOf(shape, name), deeper(descent));
    if (value !== undefined) members.set(name, value);
    return value !== undefined;
  };
  for (const name of shape.required) if (name !== without && !add(name)) return undefined;
  for (const [name, value] of given) members.set(name, value);
  const least = Math.max(atLeast, shape.bounds.minProperties ?? 0);
  for (const name of moreNames(shape)) {
    if (members.size >= least) break;
    if (name !== without && !members.has(name)) add(name);
  }
  // fromEntries defines own members, even one named __proto__
  return members.size < least ? undefined : Object.fromEntries(members);
}

const maxFreshNames = 50;

function* moreNames({ properties, additional }: Shape): Iterable<string> {
  for (const [name, node] of properties) if (node !== nothing) yield name;
  if (additional === nothing) return;
  for (let count = 0; count < maxFreshNames; count++) yield freshName(properties, count);
}

/** Returns a name that is not among the taken ones. */
export function freshName(taken: { has(name: string): boolean }, count = 0): string {
  let name = count === 0 ? 'other' : `other${count}`;
  while (taken.has(name)) name = `_${name}`;
  return name;
}

/** Strings that match common formats and patterns of custom scalars. */
const texts: readonly string[] = [
  'text|a|A|ab||0|1|-1|12|1.5|1.50|00|+1234567890|12345|1234567890123456789|Ümlaut| |a b|a_b|a-b|€',
  '2024-02-29|2024-02-29T12:30:00Z|12:30:00Z|12:30:00|P1D|2024-02-29 12:30:00Z|en|EUR|#a0b|AB-12',
  '1b4e28ba-2fa1-41d2-883f-0016d3cca427|ada@example.com|example.com|https://example.com/a|/a/b',
  '192.0.2.1|2001:db8::1|YQ==|^a$|{a}|1/a|#/a',
].flatMap((line) => line.split('|'));

const plainNumbers = [1, 0, -1, 1.5, 0.25, 10, 100, 2_147_483_648, -2_147_483_649, 1e20];

/**
 * Returns scalars of the kind of a shape, the most expressive first: listed values and examples, strings of
 * well-known formats, and values at and around the bounds of this shape and of another one. Some of them
 * match neither.
 */
export function scalarCandidates(shape: Shape, other = shape): readonly JsonValue[] {
  const { values, examples } = shape;
  if (values) return values;
  const named = [...examples, ...(other.values ?? []), ...shape.excluded, ...other.excluded];
  const bounds = boundKeywords.flatMap((keyword) => [
    ...(shape.bounds[keyword] === undefined ? [] : [shape.bounds[keyword]]),
    ...(other.bounds[keyword] === undefined ? [] : [other.bounds[keyword]]),
  ]);
  const around = bounds.flatMap((bound) => [bound, bound - 1, bound + 1]);
  if (shape.kinds.includes('string')) return [...examples, ...texts, ...textsOf(around), ...named];
  return shape.kinds.some(isNumber)
    ? [...examples, ...plainNumbers, ...numbersOf(shape, around)]
    : [];
}

/** The longest string, because people read counterexamples. */
const maxTextLength = 10_000;

function textsOf(lengths: readonly number[]): readonly string[] {
  const usable = lengths.filter((length) => length > 0 && length <= maxTextLength);
  return [...new Set(usable)].flatMap((length) => ['a'.repeat(length), '1'.repeat(length)]);
}

function numbersOf(
  { bounds: { multipleOf } }: Shape,
  around: readonly number[],
): readonly number[] {
  const between = around.flatMap((one) => [one + 0.5, one - 0.5, (one + (around[0] ?? 0)) / 2]);
  const numbers = [...around, ...between];
  if (multipleOf === undefined) return numbers;
  const multiples = [...numbers, 0].map((one) => Math.ceil(one / multipleOf) * multipleOf);
  return multiples.flatMap((one) => [one, one + multipleOf, one - multipleOf]);
}
