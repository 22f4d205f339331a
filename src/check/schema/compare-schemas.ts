import type { JsonSchema } from '../../core/json-schema.ts';
import { stableJson } from '../../core/json.ts';
import { accepts } from './accepts.ts';
import { createAlgebra, type Algebra } from './algebra.ts';
import type { Comparison } from './comparison.ts';
import { includes, kindOf } from './kinds.ts';
import { createNodeTable } from './node-table.ts';
import { problem, uniteProblems, type Problem } from './problem.ts';
import { readSchema } from './read-schema.ts';
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

/**
 * Compares two schemas by the values that fit them.
 *
 * No problem means that every value that fits the one fits the other: that is never wrong. A problem
 * may be none after all where `oneOf`, patterns or unknown keywords are too tangled to tell.
 */
export function compareSchemas(one: JsonSchema, other: JsonSchema): SchemaPair {
  const table = createNodeTable();
  const algebra = createAlgebra(table);
  const nodes = { one: readSchema(one, table), other: readSchema(other, table) };
  return {
    ...nodes,
    algebra,
    forwards: () => createComparison(algebra).compare(nodes.one, nodes.other),
    backwards: () => createComparison(algebra).compare(nodes.other, nodes.one),
  };
}

/** Steps after which a comparison gives up; schemas of the size limit take a few thousands. */
const maxSteps = 10_000;

/** Cases of unions that are told apart in one comparison. */
const maxCases = 500;

/** Pairs within pairs after which a comparison gives up: the stack is finite. */
const maxDepth = 200;

interface Progress {
  /** Pairs that were compared to the end. */
  readonly done: Map<string, readonly Problem[]>;
  /** Pairs under comparison, with their depth. */
  readonly open: Map<string, number>;
  /** The outermost open pair that a result so far has relied on. */
  reliedOn: number;
  steps: number;
}

/**
 * A recursive schema is compared as greatest fixed point: a pair that is met again while it is being
 * compared counts as fitting, for a value is finite, and every step goes deeper into it. A result
 * that relied on a pair still open is not kept, for the pair may yet turn out not to fit.
 */
function createComparison(algebra: Algebra): Comparison {
  const progress: Progress = { done: new Map(), open: new Map(), reliedOn: Infinity, steps: 0 };
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
    const known = progress.done.get(pair);
    if (known !== undefined) return known;
    const openDepth = progress.open.get(pair);
    if (openDepth !== undefined) {
      progress.reliedOn = Math.min(progress.reliedOn, openDepth);
      return [];
    }
    if (progress.open.size > maxDepth) return [problem('complex', '')];
    return assuming(progress, pair, () => compareAlternatives(one, other));
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
  const outer = progress.reliedOn;
  const depth = progress.open.size;
  progress.reliedOn = Infinity;
  progress.open.set(pair, depth);
  const found = compare();
  progress.open.delete(pair);
  const isSettled = found.length > 0 || progress.reliedOn >= depth;
  if (isSettled) progress.done.set(pair, found);
  progress.reliedOn = Math.min(outer, isSettled ? Infinity : progress.reliedOn);
  return found;
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
