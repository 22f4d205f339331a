import type { InputShape } from './input-shape.ts';

/** Whether a value of one of the shapes can hold a file, at any depth. */
export function takesFiles(shapes: readonly InputShape[]): boolean {
  // a set that grows while it is walked, for types hold each other
  const reached = new Set(shapes);
  for (const shape of reached) {
    if (shape.kind === 'scalar' && shape.rule.kind === 'upload') return true;
    if (shape.kind === 'list') reached.add(shape.item.shape);
    if (shape.kind === 'object') {
      for (const field of shape.fields.values()) reached.add(field.shape);
    }
  }
  return false;
}
