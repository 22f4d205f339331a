import type { JsonValue } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import type { Algebra } from './algebra.ts';
import { kindSet, type Kind } from './kinds.ts';
import { scalarCandidates } from './scalar-candidates.ts';
import { anything, memberOf, nothing, type SchemaNode, type Shape } from './schema-node.ts';

/** What a sampled object has to have, beside what its shape requires. */
export interface ObjectDemands {
  /** Members that are given. */
  readonly given?: ReadonlyMap<string, JsonValue>;
  /** A member that must not stand. */
  readonly without?: string;
  /** The least number of members. */
  readonly atLeast?: number;
}

/** How deep samples go before they give up: a schema may require itself. */
const maxDepth = 30;

/** Nodes that are tried for one sample: optional members that require themselves branch without end. */
const maxSteps = 20_000;

/** How far one sample has got. */
export interface Descent {
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

/** Below this depth, the shortest values are tried first. */
const talkativeDepth = 4;

const telling: readonly Kind[] = [
  'string',
  'integer',
  'boolean',
  'fraction',
  'object',
  'array',
  'null',
];
const short: readonly Kind[] = [
  'null',
  'string',
  'integer',
  'boolean',
  'fraction',
  'array',
  'object',
];

/** Makes a small value that fits a schema; `undefined` where none is found. */
export function sampleNode(
  algebra: Algebra,
  node: SchemaNode,
  descent = start(),
): JsonValue | undefined {
  descent.tried.steps += 1;
  if (descent.depth > maxDepth || descent.tried.steps > maxSteps) return undefined;
  for (const shape of algebra.alternatives(node) ?? []) {
    const value = sampleShape(algebra, shape, descent);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Makes a small value that fits a shape; `undefined` where none is found. */
export function sampleShape(
  algebra: Algebra,
  shape: Shape,
  descent = start(),
): JsonValue | undefined {
  const order = descent.depth < talkativeDepth ? telling : short;
  for (const kind of order) {
    const kinds = shape.kinds & kindSet(kind);
    const value = kinds === 0 ? undefined : sampleKind(algebra, { ...shape, kinds }, kind, descent);
    if (value !== undefined && acceptedByShape(shape, value)) return value;
  }
  return undefined;
}

function sampleKind(
  algebra: Algebra,
  shape: Shape,
  kind: Kind,
  descent: Descent,
): JsonValue | undefined {
  if (kind === 'array' && shape.values === undefined)
    return sampleList(algebra, shape, [], shape.minItems, descent);
  if (kind === 'object' && shape.values === undefined)
    return sampleObject(algebra, shape, {}, descent);
  return scalarCandidates(shape, shape).find((value) => acceptedByShape(shape, value));
}

/** Makes a list that starts with the given items, and has as many as the shape asks for. */
export function sampleList(
  algebra: Algebra,
  shape: Shape,
  given: readonly JsonValue[],
  atLeast = shape.minItems,
  descent = start(),
): JsonValue | undefined {
  const missing = Math.max(atLeast, shape.minItems) - given.length;
  if (missing <= 0) return given;
  if (missing > maxSampledItems) return undefined;
  const item = sampleNode(algebra, shape.items ?? anything, deeper(descent));
  if (item === undefined) return undefined;
  return [...given, ...Array.from({ length: missing }, () => item)];
}

const maxSampledItems = 1_000;

/** Makes an object of a shape that meets the demands; `undefined` where none is found. */
export function sampleObject(
  algebra: Algebra,
  shape: Shape,
  { given = new Map(), without, atLeast = 0 }: ObjectDemands,
  descent = start(),
): JsonValue | undefined {
  const members = new Map<string, JsonValue>();
  const add = (name: string): boolean => {
    const value = given.get(name) ?? sampleNode(algebra, memberOf(shape, name), deeper(descent));
    if (value !== undefined) members.set(name, value);
    return value !== undefined;
  };
  for (const name of shape.required) if (name !== without && !add(name)) return undefined;
  for (const [name, value] of given) members.set(name, value);
  const least = Math.max(atLeast, shape.minMembers);
  for (const name of moreNames(shape)) {
    if (members.size >= least) break;
    if (name !== without && !members.has(name)) add(name);
  }
  // fromEntries defines own members, so a key named __proto__ stays a key
  return members.size < least ? undefined : Object.fromEntries(members);
}

const maxFreshNames = 50;

function* moreNames(shape: Shape): Iterable<string> {
  for (const [name, node] of shape.properties) if (node !== nothing) yield name;
  if (shape.additional === nothing) return;
  for (let count = 0; count < maxFreshNames; count++) yield freshName(shape, count);
}

/** A name that the shape does not declare. */
export function freshName(shape: Shape, count = 0): string {
  let name = count === 0 ? 'other' : `other${count}`;
  while (shape.properties.has(name)) name = `_${name}`;
  return name;
}
