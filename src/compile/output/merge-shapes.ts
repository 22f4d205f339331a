import type { ObjectField } from './merge-field.ts';
import { unionOf } from './position.ts';
import type { Shape } from './shapes.ts';

/** One response name of several shapes. */
export interface MergedField extends ObjectField {
  /** Names of the known types whose objects have it. */
  readonly types: readonly string[];
}

/**
 * Merges shapes into one that each of them fits: all their keys, those of all shapes required.
 */
export function mergeShapes(shapes: readonly Shape[]): ReadonlyMap<string, MergedField> {
  const found = new Map<string, { readonly field: ObjectField; readonly shape: Shape }[]>();
  for (const shape of shapes) {
    for (const [name, field] of shape.fields) {
      const entries = found.get(name) ?? [];
      entries.push({ field, shape });
      found.set(name, entries);
    }
  }
  return new Map(
    [...found].flatMap(([name, entries]) => {
      const [first, ...rest] = entries.map(({ field }) => field);
      if (first === undefined) return [];
      const field: MergedField = {
        required: entries.length === shapes.length && entries.every(({ field }) => field.required),
        isTypename: entries.every(({ field }) => field.isTypename),
        position: unionOf([first.position, ...rest.map(({ position }) => position)]),
        types: [...new Set(entries.flatMap(({ shape }) => shape.types))].sort(),
      };
      return [[name, field] as const];
    }),
  );
}
