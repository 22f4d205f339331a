import type { JsonSchema } from '../../core/json-schema.ts';
import type { Change } from '../diff/change.ts';
import type { SurfaceTool } from '../surface/surface.ts';
import { itemPosition, memberPosition, positionOf } from '../diff/told-values.ts';

/**
 * Whether an operation, whatever was edited of it, asks for the same at the place of a change, as far
 * as its schemas tell.
 *
 * | position | the same is asked where                                                          |
 * | -------- | -------------------------------------------------------------------------------- |
 * | output   | the path is answered before and after, with the same members                     |
 * | input    | the path is within an argument, and the argument is of the same type as before   |
 */
export function isAskedAlike(
  { position, path = '' }: Change,
  old: SurfaceTool | undefined,
  now: SurfaceTool | undefined,
): boolean {
  if (position === 'input') {
    const [argument = '', ...within] = path.split('.');
    return within.length > 0 && typeOf(old, argument) === typeOf(now, argument);
  }
  if (!old?.outputSchema || !now?.outputSchema) return false;
  return membersAt(old.outputSchema, path) === membersAt(now.outputSchema, path);
}

function typeOf(tool: SurfaceTool | undefined, argument: string): string | undefined {
  return new Map(Object.entries(tool?.inside?.argumentTypes ?? {})).get(argument);
}

/** The names of what may stand at a path; `undefined` where the schema does not have it. */
function membersAt(schema: JsonSchema, path: string): string | undefined {
  let position = positionOf(schema, [schema]);
  for (const step of path.split('.').filter(Boolean)) {
    const [name = '', ...lists] = step.split('[]');
    position = lists.reduce(itemPosition, memberPosition(position, name));
  }
  if (position.parts.length === 0) return undefined;
  const names = position.parts.flatMap(({ properties = {} }) => Object.keys(properties));
  return [...new Set(names)].sort().join();
}
