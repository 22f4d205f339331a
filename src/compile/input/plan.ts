import type { SchemaSize } from '../model/schema-size.ts';
import {
  objectHolders,
  objectIn,
  type FieldShape,
  type ObjectHolder,
  type ObjectShape,
} from './shapes.ts';

/** Returns a size that an object adds to a schema. */
type CostOf = (shape: ObjectShape) => SchemaSize;

/** The objects of a schema with inlined types, and which of them are expanded. */
interface InlinePlan {
  /** The objects in arguments, by argument. */
  readonly roots: ReadonlyMap<FieldShape, PlannedObject>;
  /** The types that are expanded in some place. */
  readonly expanded: readonly ObjectShape[];
  /** Whether some object is not expanded for lack of budget. */
  readonly isTruncated: boolean;
}

/** An object in one place of a schema. */
export interface PlannedObject {
  readonly shape: ObjectShape;
  /** The objects in its fields, by field; undefined if the object is not expanded. */
  nested: ReadonlyMap<FieldShape, PlannedObject> | undefined;
}

/** How often a type is expanded within itself on one path. */
const maxRepeats = 2;

/**
 * Selects the objects to expand within a budget: outer objects first, and required ones before optional
 * ones. A type within itself counts as one level deeper, because it adds little information, and two
 * levels if it is within itself twice. The result depends on the types and the budget alone.
 *
 * Takes time proportional to the budget, even if the whole schema would be infinite.
 *
 * @param costOf the size that expanding an object adds.
 */
export function planInline(
  fields: readonly FieldShape[],
  budget: SchemaSize,
  costOf: CostOf,
): InlinePlan {
  const queue: Queue = [];
  const roots = enqueue(objectHolders(fields), undefined, queue);
  const expanded = new Set<ObjectShape>();
  let left = budget;
  let isTruncated = false;
  // for..of includes entries that are added meanwhile, and holes
  for (const level of queue) {
    for (const entry of level ?? []) {
      const { shape } = entry.object;
      const rest = subtract(left, costOf(shape));
      if (isOverrun(rest)) {
        isTruncated = true;
        continue;
      }
      left = rest;
      expanded.add(shape);
      entry.object.nested = enqueue(shape.holders, entry, queue);
    }
  }
  return { roots, expanded: [...expanded], isTruncated };
}

/** Objects that wait to be expanded, by level. */
type Queue = (QueueEntry[] | undefined)[];

interface QueueEntry {
  readonly object: PlannedObject;
  readonly parent: QueueEntry | undefined;
  readonly depth: number;
  /** The maximum number of times that a type is within itself on the path to here. */
  readonly repeats: number;
}

function enqueue(
  holders: readonly ObjectHolder[],
  parent: QueueEntry | undefined,
  queue: Queue,
): ReadonlyMap<FieldShape, PlannedObject> {
  const objects = new Map<FieldShape, PlannedObject>();
  const depth = parent ? parent.depth + 1 : 0;
  for (const { field, object: shape } of holders) {
    const object: PlannedObject = { shape, nested: undefined };
    objects.set(field, object);
    const repeats = Math.max(parent?.repeats ?? 0, countAncestors(shape, parent));
    if (repeats > maxRepeats) continue;
    const level = (queue[depth + repeats] ??= []);
    level.push({ object, parent, depth, repeats });
  }
  return objects;
}

/** Counts the ancestors of a type. */
function countAncestors(shape: ObjectShape, parent: QueueEntry | undefined): number {
  let count = 0;
  for (let entry = parent; entry; entry = entry.parent) if (entry.object.shape === shape) count++;
  return count;
}

/** The types of a schema with `$defs`. */
interface DefinitionPlan {
  /** All types that are referred to, outer ones first. */
  readonly reached: readonly ObjectShape[];
  readonly expanded: readonly ObjectShape[];
  /** Whether some type is not expanded for lack of budget. */
  readonly isTruncated: boolean;
}

/**
 * Selects the types to expand in `$defs` within a budget, outer ones first.
 *
 * @param costOf the size that expanding a type adds.
 * @param minCostOf the size of a type that is not expanded.
 */
export function planDefinitions(
  fields: readonly FieldShape[],
  budget: SchemaSize,
  costOf: CostOf,
  minCostOf: CostOf,
): DefinitionPlan {
  const reached = new Set(objectsIn(fields));
  const expanded: ObjectShape[] = [];
  // the types of arguments are referred to whatever they cost
  let left = [...reached].map(minCostOf).reduce(subtract, budget);
  // for..of includes what is added meanwhile
  for (const shape of reached) {
    const added = objectsIn(shape.fields.values()).filter((object) => !reached.has(object));
    const rest = [costOf(shape), ...added.map(minCostOf)].reduce(subtract, left);
    if (isOverrun(rest)) continue;
    left = rest;
    expanded.push(shape);
    for (const object of added) reached.add(object);
  }
  return { reached: [...reached], expanded, isTruncated: expanded.length < reached.size };
}

/** Returns the object types that fields contain directly, each once. */
function objectsIn(fields: Iterable<FieldShape>): readonly ObjectShape[] {
  const objects = new Set<ObjectShape>();
  for (const { shape } of fields) {
    const object = objectIn(shape);
    if (object) objects.add(object);
  }
  return [...objects];
}

function subtract(size: SchemaSize, cost: SchemaSize): SchemaSize {
  return { nodes: size.nodes - cost.nodes, bytes: size.bytes - cost.bytes };
}

function isOverrun({ nodes, bytes }: SchemaSize): boolean {
  return nodes < 0 || bytes < 0;
}
