import type { SchemaSize } from '../model/schema-size.ts';
import { objectWithin, type FieldShape, type ObjectShape } from './input-shape.ts';
import type { CostOf } from './plan-objects.ts';

/** The objects that a schema with `$defs` defines. */
export interface DefinitionPlan {
  /** All that are referred to, in the order in which they are met. */
  readonly reached: readonly ObjectShape[];
  /** Those whose fields are described. */
  readonly described: readonly ObjectShape[];
  /** Whether some object is not described for want of room. */
  readonly collapsed: boolean;
}

/**
 * Chooses the objects to describe within a budget, those nearest to the root first.
 *
 * @param leastOf what a definition costs that does not describe its object.
 */
export function planDefinitions(
  given: readonly FieldShape[],
  budget: SchemaSize,
  costOf: CostOf,
  leastOf: CostOf,
): DefinitionPlan {
  const reached = new Set<ObjectShape>();
  const described: ObjectShape[] = [];
  let { nodes, bytes } = budget;
  /** Takes the objects in fields in, at a price; they have to stand, described or not. */
  const reach = (fields: Iterable<FieldShape>, price: SchemaSize, must: boolean): boolean => {
    const found = newObjectsIn(fields, reached);
    const costs = [price, ...found.map(leastOf)];
    const left = costs.reduce((rest, cost) => subtract(rest, cost), { nodes, bytes });
    if (!must && (left.nodes < 0 || left.bytes < 0)) return false;
    ({ nodes, bytes } = left);
    for (const shape of found) reached.add(shape);
    return true;
  };
  reach(given, { nodes: 0, bytes: 0 }, true);
  // a set that grows while it is walked: nearest first, each once
  for (const shape of reached) {
    if (reach(shape.fields.values(), costOf(shape), false)) described.push(shape);
  }
  return { reached: [...reached], described, collapsed: described.length < reached.size };
}

function newObjectsIn(
  fields: Iterable<FieldShape>,
  known: ReadonlySet<ObjectShape>,
): readonly ObjectShape[] {
  const found = new Set<ObjectShape>();
  for (const field of fields) {
    const shape = objectWithin(field.shape);
    if (shape && !known.has(shape)) found.add(shape);
  }
  return [...found];
}

function subtract(from: SchemaSize, cost: SchemaSize): SchemaSize {
  return { nodes: from.nodes - cost.nodes, bytes: from.bytes - cost.bytes };
}
