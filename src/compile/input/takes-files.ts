import { isScalarType, type GraphQLSchema } from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { scalarRuleOf } from '../scalars.ts';
import type { InputShape } from './input-shape.ts';

/** Tells whether a value of one of the shapes can hold a file, at any depth. */
export type TakesFiles = (shapes: readonly InputShape[]) => boolean;

/** Makes what tells it; in a schema without uploads it need not look. */
export function createFileFinder(
  schema: GraphQLSchema,
  scalars: ReadonlyMap<string, JsonSchema>,
): TakesFiles {
  const hasUploads = Object.values(schema.getTypeMap()).some(
    (type) => isScalarType(type) && scalarRuleOf(type, scalars).kind === 'upload',
  );
  return (shapes) => hasUploads && holdsUpload(shapes);
}

function holdsUpload(shapes: readonly InputShape[]): boolean {
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
