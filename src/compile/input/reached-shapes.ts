import type { InputShape } from './input-shape.ts';

/** All shapes that values of the given ones can hold, themselves included, each once. */
export function reachedShapes(shapes: readonly InputShape[]): ReadonlySet<InputShape> {
  // a set that grows while it is walked, for types hold each other
  const reached = new Set(shapes);
  for (const shape of reached) {
    if (shape.kind === 'list') reached.add(shape.item.shape);
    if (shape.kind === 'object') {
      for (const field of shape.fields.values()) reached.add(field.shape);
    }
  }
  return reached;
}
