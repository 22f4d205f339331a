import type { JsonSchema } from '../../core/json-schema.ts';
import { stableJson } from '../../core/json.ts';
import { accepts } from './accepts.ts';
import { createAlgebra, type Algebra } from './algebra.ts';
import type { Comparison } from './comparison.ts';
import { includes, kindOf } from './kinds.ts';
import { createNodeTable } from './node-table.ts';
import { problem, uniteProblems, type Problem } from './problem.ts';
import { createSchemaReader } from './read-schema.ts';
import type { SchemaNode, Shape } from './schema-node.ts';
import { keywordProblems, shapeProblems } from './shape-problems.ts';
import { unionProblems } from './union-problems.ts';

/** Two schemas read side by side, and the questions one may ask about them. */
export interface SchemaPair {
  readonly one: SchemaNode;
  readonly other: SchemaNode;
  readonly algebra: Algebra;
  /** Why values of the first may not fit the second; nothing when all certainly do. */
  readonly forwards: () => readonly Problem[];
  /** Why values of the second may not fit the first. */
  readonly backwards: () => readonly Problem[];
}

/** Compares two schemas by the values that fit them. */
export type CompareSchemas = (one: JsonSchema, other: JsonSchema) => SchemaPair;

/** Compares two schemas alone; see `createSchemaComparer`. */
export function compareSchemas(one: JsonSchema, other: JsonSchema): SchemaPair {
  return createSchemaComparer()(one, other);
}

/**
 * Makes what compares schemas; what they share is read and compared once.
 *
 * No problem means that every value that fits the one fits the other: that is never wrong. A problem
 * may be none after all where `oneOf`, patterns or unknown keywords are too tangled to tell.
 */
export function createSchemaComparer(): CompareSchemas {
  const table = createNodeTable();
  const algebra = createAlgebra(table);
  const read = createSchemaReader(table);
  const settled: Settled = new Map();
  return (one, other) => {
    const nodes = { one: read(one), other: read(other) };
    return {
      ...nodes,
      algebra,
      forwards: () => createComparison(algebra, settled).compare(nodes.one, nodes.other),
      backwards: () => createComparison(algebra, settled).compare(nodes.other, nodes.one),
    };
  };
}

/** Problems of pairs, by the ids of their nodes. */
type Settled = Map<string, readonly Problem[]>;

/** Steps after which a comparison gives up; the inputs of a large API take some ten thousand. */
const maxSteps = 50_000;

/** Cases of unions that are told apart in one comparison. */
const maxCases = 500;

/** Pairs within pairs after which a comparison gives up: the stack is finite. */
const maxDepth = 200;

interface Progress {
  /** Pairs that were compared. */
  readonly done: Settled;
  /** Pairs under comparison, with their depth. */
  readonly open: Map<string, number>;
  /**
   * Pairs without problems as long as open ones have none, in the order they were compared, each with
   * the depth of the outermost pair that it relied on.
   */
  readonly assumed: Map<string, number>;
  /** The outermost open pair that a result so far has relied on. */
  reliedOn: number;
  /** The outermost open pair whose own problems a result so far leaves out. */
  leftOut: number;
  /** Pairs that were compared, but leave out what is told of a pair around them. */
  readonly partial: Set<string>;
  steps: number;
}

/**
 * A recursive schema is compared as greatest fixed point: a pair that is met again while it is being
 * compared counts as fitting, for a value is finite, and every step goes deeper into it. A result
 * that relied on a pair still open is kept until that one turns out not to fit.
 */
function createComparison(algebra: Algebra, settled: Settled): Comparison {
  const progress: Progress = {
    done: new Map(),
    open: new Map(),
    assumed: new Map(),
    reliedOn: Infinity,
    leftOut: Infinity,
    partial: new Set(),
    steps: 0,
  };
  const comparison: Comparison = {
    algebra,
    casesLeft: maxCases,
    excluded: new Map(),
    compare,
    compareShape,
  };
  return comparison;

  function compare(one: SchemaNode, other: SchemaNode): readonly Problem[] {
    if (one === other) return [];
    const pair = `${one.id}:${other.id}`;
    const known = settled.get(pair) ?? progress.done.get(pair);
    if (known !== undefined) {
      if (progress.partial.has(pair)) progress.leftOut = 0;
      return known;
    }
    const openDepth = progress.open.get(pair) ?? progress.assumed.get(pair);
    if (openDepth !== undefined) {
      progress.reliedOn = Math.min(progress.reliedOn, openDepth);
      progress.leftOut = Math.min(progress.leftOut, openDepth);
      return [];
    }
    if (progress.open.size > maxDepth) return [problem('complex', '')];
    const found = assuming(progress, pair, () => compareAlternatives(one, other));
    // what was given up in a comparison, or left to a pair around it, is told in full in another
    const isGivenUp = progress.steps > maxSteps || comparison.casesLeft <= 0;
    if (!isGivenUp && !progress.partial.has(pair) && progress.done.has(pair))
      settled.set(pair, found);
    return found;
  }

  function compareAlternatives(one: SchemaNode, other: SchemaNode): readonly Problem[] {
    const shapes = algebra.alternatives(one);
    if (shapes === undefined) return [problem('complex', '')];
    return uniteProblems(shapes.flatMap((shape) => compareShape(shape, other)));
  }

  function compareShape(one: Shape, other: SchemaNode): readonly Problem[] {
    progress.steps++;
    if (progress.steps > maxSteps) return [problem('complex', '')];
    if (one.values !== undefined) return valueProblems(algebra, one, other);
    return [
      ...shapeProblems(comparison, one, other.shape),
      ...other.links.flatMap((target) => compareShape(one, target())),
      ...other.unions.flatMap((union) => unionProblems(comparison, one, union)),
    ];
  }
}

function assuming(
  progress: Progress,
  pair: string,
  compare: () => readonly Problem[],
): readonly Problem[] {
  const { reliedOn, leftOut } = progress;
  const depth = progress.open.size;
  progress.reliedOn = Infinity;
  progress.leftOut = Infinity;
  const earlier = progress.assumed.size;
  progress.open.set(pair, depth);
  const found = compare();
  progress.open.delete(pair);
  const isDone = found.length > 0 || progress.reliedOn >= depth;
  const isPartial = progress.leftOut < depth;
  if (isDone) {
    progress.done.set(pair, found);
    settleAssumed(progress, earlier, found.length === 0);
  } else {
    progress.assumed.set(pair, progress.reliedOn);
  }
  if (isPartial) progress.partial.add(pair);
  progress.reliedOn = Math.min(reliedOn, isDone ? Infinity : progress.reliedOn);
  progress.leftOut = Math.min(leftOut, isPartial ? progress.leftOut : Infinity);
  return found;
}

/** Pairs that were assumed to fit within another: they do if it does, and else nobody knows. */
function settleAssumed({ assumed, done }: Progress, earlier: number, isFitting: boolean): void {
  for (const pair of [...assumed.keys()].slice(earlier)) {
    assumed.delete(pair);
    if (isFitting) done.set(pair, []);
  }
}

/** Listed values are tried, each of them. */
function valueProblems(algebra: Algebra, one: Shape, other: SchemaNode): readonly Problem[] {
  const refused = (one.values ?? []).filter((value) => !accepts(other, value));
  const shapes = algebra.alternatives(other);
  const problems = refused.map((value) => {
    const kind = kindOf(value);
    const isKindTaken = shapes?.some(({ kinds }) => includes(kinds, kind)) ?? true;
    return isKindTaken
      ? problem('value', stableJson(value), () => value)
      : problem('type', kind, () => value);
  });
  return [...problems, ...unknownKeywords(one, other)];
}

function unknownKeywords(
  one: Shape,
  other: SchemaNode,
  seen: ReadonlySet<SchemaNode> = new Set(),
): readonly Problem[] {
  if (seen.has(other)) return [];
  const within = new Set([...seen, other]);
  const parts = [
    ...other.links.map((target) => target()),
    ...other.unions.flatMap(({ branches }) => branches),
  ];
  return [
    ...keywordProblems(one, other.shape),
    ...parts.flatMap((part) => unknownKeywords(one, part, within)),
  ];
}
