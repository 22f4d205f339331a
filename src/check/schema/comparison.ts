import type { Algebra } from './algebra.ts';
import type { Problem } from './problem.ts';
import type { SchemaNode, Shape } from './schema-node.ts';

/** What the parts of a comparison share. */
export interface Comparison {
  readonly algebra: Algebra;
  /** Cases that may still be told apart before unions count as not covering: it ends in time. */
  casesLeft: number;
  /** Shapes of an `oneOf` that were looked into: whether nothing fits them after all. */
  readonly excluded: Map<Shape, boolean>;
  /** Why values of `one` may not fit `other`; nothing when all certainly do. */
  readonly compare: (one: SchemaNode, other: SchemaNode) => readonly Problem[];
  readonly compareShape: (one: Shape, other: SchemaNode) => readonly Problem[];
}
