import type { SchemaSize } from '../model/schema-size.ts';
import {
  holdersAmong,
  type FieldShape,
  type ObjectHolder,
  type ObjectShape,
} from './input-shape.ts';

/** An object in a schema, and whether its fields are described. */
export interface ObjectPlace {
  readonly shape: ObjectShape;
  /** The objects in its fields, by field; undefined while it is not described. */
  inside: ReadonlyMap<FieldShape, ObjectPlace> | undefined;
}

/** What describing an object costs over not describing it. */
export type CostOf = (shape: ObjectShape) => SchemaSize;

/** The objects of a schema that are described. */
export interface ObjectPlan {
  /** The objects in arguments, by argument. */
  readonly roots: ReadonlyMap<FieldShape, ObjectPlace>;
  /** The shapes that are described somewhere. */
  readonly described: readonly ObjectShape[];
  /** Whether some object is not described for want of room. */
  readonly collapsed: boolean;
}

/** How often a type may stand within itself on one way from the root. */
const maxRepeats = 2;

/**
 * Chooses the objects to describe within a budget: the outermost first, and required ones before
 * optional ones. A type within itself waits as if it stood one level deeper, for it tells little new;
 * within itself twice, two levels. So the same sources make the same choice.
 *
 * It takes no longer than the budget is large, even where the whole would grow beyond all bounds.
 */
export function planObjects(
  given: readonly FieldShape[],
  budget: SchemaSize,
  costOf: CostOf,
): ObjectPlan {
  const levels: (WaitingPlace[] | undefined)[] = [];
  const roots = placesIn(holdersAmong(given), undefined, levels);
  const described = new Set<ObjectShape>();
  let { nodes, bytes } = budget;
  let collapsed = false;
  // for..of also visits what is added on the way, and holes
  for (const level of levels) {
    for (const waiting of level ?? []) {
      const { shape } = waiting.place;
      const cost = costOf(shape);
      if (cost.nodes > nodes || cost.bytes > bytes) {
        collapsed = true;
        continue;
      }
      nodes -= cost.nodes;
      bytes -= cost.bytes;
      described.add(shape);
      waiting.place.inside = placesIn(shape.holders, waiting, levels);
    }
  }
  return { roots, described: [...described], collapsed };
}

interface WaitingPlace {
  readonly place: ObjectPlace;
  readonly above: WaitingPlace | undefined;
  readonly depth: number;
  /** The most that a type stands within itself on the way to here. */
  readonly repeats: number;
}

function placesIn(
  holders: readonly ObjectHolder[],
  above: WaitingPlace | undefined,
  levels: (WaitingPlace[] | undefined)[],
): ReadonlyMap<FieldShape, ObjectPlace> {
  const places = new Map<FieldShape, ObjectPlace>();
  const depth = above ? above.depth + 1 : 0;
  for (const { field, held } of holders) {
    const place: ObjectPlace = { shape: held, inside: undefined };
    places.set(field, place);
    const repeats = Math.max(above?.repeats ?? 0, repeatsOf(held, above));
    if (repeats > maxRepeats) continue;
    const level = (levels[depth + repeats] ??= []);
    level.push({ place, above, depth, repeats });
  }
  return places;
}

function repeatsOf(shape: ObjectShape, above: WaitingPlace | undefined): number {
  let repeats = 0;
  for (let at = above; at; at = at.above) if (at.place.shape === shape) repeats += 1;
  return repeats;
}
