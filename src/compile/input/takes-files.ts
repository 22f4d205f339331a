import { isScalarType, type GraphQLSchema } from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { scalarRuleOf } from '../model/scalars.ts';
import type { InputShape } from './input-shape.ts';
import { reachedShapes } from './reached-shapes.ts';

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
  return (shapes) => hasUploads && [...reachedShapes(shapes)].some(isUpload);
}

function isUpload(shape: InputShape): boolean {
  return shape.kind === 'scalar' && shape.rule.kind === 'upload';
}
