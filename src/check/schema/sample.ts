import type { JsonValue } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import type { ShapeTable } from './alternatives.ts';
import {
  kindSet,
  type Kind,
  anything,
  memberOf,
  nothing,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';
import { scalarCandidates } from './scalar-problems.ts';

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

/** From this depth on, the shortest values are tried first. */
const verboseDepth = 4;

const expressive: readonly Kind[] = [
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

/** Creates a small value that matches a schema; `undefined` if none is found. */
export function sampleNode(
  table: ShapeTable,
  node: SchemaNode,
  descent = start(),
): JsonValue | undefined {
  descent.tried.steps += 1;
  if (descent.depth > maxDepth || descent.tried.steps > maxSteps) return undefined;
  for (const shape of table.alternatives(node) ?? []) {
    const value = sampleShape(table, shape, descent);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Creates a small value that matches a shape; `undefined` if none is found. */
export function sampleShape(
  table: ShapeTable,
  shape: Shape,
  descent = start(),
): JsonValue | undefined {
  const order = descent.depth < verboseDepth ? expressive : short;
  for (const kind of order) {
    const kinds = shape.kinds & kindSet(kind);
    const value = kinds === 0 ? undefined : sampleKind(table, { ...shape, kinds }, kind, descent);
    if (value !== undefined && acceptedByShape(shape, value)) return value;
  }
  return undefined;
}

function sampleKind(
  table: ShapeTable,
  shape: Shape,
  kind: Kind,
  descent: Descent,
): JsonValue | undefined {
  if (kind === 'array' && shape.values === undefined)
    return sampleList(table, shape, [], shape.minItems, descent);
  if (kind === 'object' && shape.values === undefined)
    return sampleObject(table, shape, {}, descent);
  return scalarCandidates(shape, shape).find((value) => acceptedByShape(shape, value));
}

/** Creates a list that starts with the passed items and has the length that the shape requires. */
export function sampleList(
  table: ShapeTable,
  shape: Shape,
  given: readonly JsonValue[],
  atLeast = shape.minItems,
  descent = start(),
): JsonValue | undefined {
  const missing = Math.max(atLeast, shape.minItems) - given.length;
  if (missing <= 0) return given;
  if (missing > maxSampledItems) return undefined;
  const item = sampleNode(table, shape.items ?? anything, deeper(descent));
  if (item === undefined) return undefined;
  return [...given, ...Array.from({ length: missing }, () => item)];
}

const maxSampledItems = 1_000;

/** Creates an object of a shape that meets the demands; `undefined` if none is found. */
export function sampleObject(
  table: ShapeTable,
  shape: Shape,
  { given = new Map(), without, atLeast = 0 }: ObjectDemands,
  descent = start(),
): JsonValue | undefined {
  const members = new Map<string, JsonValue>();
  const add = (name: string): boolean => {
    const value = given.get(name) ?? sampleNode(table, memberOf(shape, name), deeper(descent));
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
  // fromEntries defines own members, even one named __proto__
  return members.size < least ? undefined : Object.fromEntries(members);
}

const maxFreshNames = 50;

function* moreNames(shape: Shape): Iterable<string> {
  for (const [name, node] of shape.properties) if (node !== nothing) yield name;
  if (shape.additional === nothing) return;
  for (let count = 0; count < maxFreshNames; count++) yield freshName(shape, count);
}

/** Returns a name that the shape does not declare. */
export function freshName(shape: Shape, count = 0): string {
  let name = count === 0 ? 'other' : `other${count}`;
  while (shape.properties.has(name)) name = `_${name}`;
  return name;
}
