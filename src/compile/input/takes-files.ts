import type { InputShape } from './input-shape.ts';

/** Whether a value of the shape can hold a file, at any depth. */
export function takesFiles(shape: InputShape, seen = new Set<InputShape>()): boolean {
  if (seen.has(shape)) return false;
  seen.add(shape);
  switch (shape.kind) {
    case 'scalar':
      return shape.rule.kind === 'upload';
    case 'list':
      return takesFiles(shape.item.shape, seen);
    case 'object':
      return [...shape.fields.values()].some((field) => takesFiles(field.shape, seen));
    case 'enum':
      return false;
  }
}
