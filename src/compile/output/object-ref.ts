import type { GraphQLCompositeType } from 'graphql';
import type { Selection } from './collect-fields.ts';

/**
 * An object in an answer: its declared type and the selection sets that were merged for it.
 *
 * What it looks like is derived when it is asked for, so that a document whose answers are larger
 * than any budget costs no more than the budget.
 */
export interface ObjectRef {
  /** Equal for equal objects of one operation scope. */
  readonly key: string;
  readonly type: GraphQLCompositeType;
  readonly selections: readonly Selection[];
}
