import type { JsonSchema } from '../../core/json-schema.ts';
import type { Bounds } from '../model/bounds.ts';
import { tighter } from './constraints.ts';
import type { InputShape } from './input-shape.ts';

/**
 * Adds bounds to a schema of this shape: those of a list to it, all others to what it lists. What the
 * schema says already holds as well.
 */
export function withBounds(schema: JsonSchema, shape: InputShape, bounds: Bounds): JsonSchema {
  const { minItems, maxItems, ...others } = bounds;
  return {
    ...schema,
    ...boundInnermost(schema, shape, others),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

function boundInnermost(schema: JsonSchema, shape: InputShape, bounds: Bounds): JsonSchema {
  if (shape.kind !== 'list') return { ...schema, ...tighter(schema, bounds) };
  return { ...schema, items: boundInnermost(schema.items ?? {}, shape.item.shape, bounds) };
}
