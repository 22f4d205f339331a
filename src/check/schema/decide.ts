import { getOrCreate } from '../../core/memo.ts';
import { obligationsOf, violationsOfValues } from './obligations.ts';
import { casesOf, isScalar, type SchemaNode, type Shape } from './schema-node.ts';
import { splitByText } from './split-by-text.ts';

/** Decides whether all values of one schema match another one. */
export interface Decision {
  readonly holds: (one: SchemaNode, other: SchemaNode) => boolean;
  /** The same for values of a shape of one kind. */
  readonly shapeHolds: (one: Shape, other: SchemaNode) => boolean;
}

interface Pair {
  readonly one: SchemaNode;
  readonly other: SchemaNode;
  /** Pairs that hold only if this one does. */
  readonly dependents: Set<Pair>;
  isRefuted: boolean;
}

/**
 * Creates the decision. Schemas refer to themselves, so it is a greatest fixed point: every pair that is
 * reached counts as holding until one of its own obligations is refuted, which may refute the pairs that
 * rely on it.
 */
export function createDecision(): Decision {
  const pairs = new Map<SchemaNode, Map<SchemaNode, Pair>>();
  const pending: Pair[] = [];
  return {
    holds: (one, other) => one === other || !settled(one, other).isRefuted,
    shapeHolds: (one, other) => shapeHolds(one, other, (...part) => !settled(...part).isRefuted),
  };

  function settled(one: SchemaNode, other: SchemaNode): Pair {
    const pair = pairOf(one, other);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) review(next);
    return pair;
  }

  function pairOf(one: SchemaNode, other: SchemaNode): Pair {
    const byOther = getOrCreate(pairs, one, () => new Map<SchemaNode, Pair>());
    return getOrCreate(byOther, other, () => {
      const pair: Pair = { one, other, dependents: new Set(), isRefuted: false };
      // scalars rely on nothing else, and decide which branch of a union to follow
      if (isScalar(one)) review(pair);
      else pending.push(pair);
      return pair;
    });
  }

  function review(pair: Pair): void {
    if (pair.isRefuted) return;
    const rely: Holds = (one, other) => {
      const part = pairOf(one, other);
      part.dependents.add(pair);
      return !part.isRefuted;
    };
    if (casesOf(pair.one).every((shape) => shapeHolds(shape, pair.other, rely))) return;
    pair.isRefuted = true;
    for (const dependent of pair.dependents) pending.push(dependent);
  }
}

type Holds = (one: SchemaNode, other: SchemaNode) => boolean;

function shapeHolds(one: Shape, other: SchemaNode, holds: Holds): boolean {
  if (one.values) return violationsOfValues(one, other).length === 0;
  const { shape, union } = other;
  for (const obligation of obligationsOf(one, shape)) {
    if (!('one' in obligation)) return false;
    if (obligation.one === obligation.other) continue;
    if (!holds(obligation.one, obligation.other)) return false;
  }
  if (!union || union.some((branch) => shapeHolds(one, branch, holds))) return true;
  const parts = splitByText(one, union);
  return parts?.every((part) => union.some((branch) => shapeHolds(part, branch, holds))) === true;
}
