import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { envelopeOf } from './envelope.ts';
import type { ObjectRef } from './object-ref.ts';
import { sizeOf, type SchemaSize } from '../model/schema-size.ts';
import { openObject } from './write-object.ts';
import type { WriteObjects } from './write-position.ts';

/** Writes one object; `writeObjects` decides about the objects within. */
export type WriteLevel = (
  objects: readonly ObjectRef[],
  nullable: boolean,
  writeObjects: WriteObjects,
) => JsonSchema;

/** Objects within objects that a schema describes; deeper ones would overrun the stacks of clients. */
export const maxDepth = 100;

/** An object that still stands as an open one, and where its schema goes. */
interface Place {
  readonly objects: readonly ObjectRef[];
  readonly nullable: boolean;
  readonly depth: number;
  readonly schema: Record<string, unknown>;
}

/**
 * Writes an answer's schema within a budget: as many objects as fit, the outermost first, and in
 * order of the answer; the others stand as objects of which nothing is said.
 *
 * That is sound, for such an object allows whatever the full one allows; and it takes no longer than
 * the budget is large, even where the full schema would grow beyond all bounds.
 */
export function writeWithinBudget(
  root: ObjectRef,
  writeLevel: WriteLevel,
  budget: SchemaSize,
): ObjectSchema {
  const data = openPlace([root], true, 1);
  const schema = envelopeOf(data.schema);
  let left = subtract(budget, sizeOf(schema));
  // for..of also visits what is added on the way: breadth first
  const places = [data];
  for (const place of places) {
    if (place.depth > maxDepth) continue;
    const within: Place[] = [];
    const level = writeLevel(place.objects, place.nullable, (objects, nullable) => {
      const inner = openPlace(objects, nullable, place.depth + 1);
      within.push(inner);
      return inner.schema;
    });
    const rest = subtract(left, subtract(sizeOf(level), sizeOf(place.schema)));
    if (rest.nodes < 0 || rest.bytes < 0) continue;
    left = rest;
    replace(place.schema, level);
    places.push(...within);
  }
  return schema;
}

function openPlace(objects: readonly ObjectRef[], nullable: boolean, depth: number): Place {
  return { objects, nullable, depth, schema: { ...openObject(nullable) } };
}

function subtract(from: SchemaSize, size: SchemaSize): SchemaSize {
  return { nodes: from.nodes - size.nodes, bytes: from.bytes - size.bytes };
}

function replace(schema: Record<string, unknown>, level: JsonSchema): void {
  delete schema['type'];
  Object.assign(schema, level);
}
