import type { ObjectSchema } from '../../core/json-schema.ts';
import type { ProfileRules } from '../profiles/profile.ts';
import { utf8Length } from '../plain-text.ts';
import type { CompileSettings } from '../settings.ts';
import type { Argument } from './arguments.ts';
import { TooManyNodes, writeInput, type Extent } from './write-input.ts';

export interface FittedInput {
  readonly schema: ObjectSchema;
  /** Whether parts were left undescribed, for the whole would have been over the budget. */
  readonly collapsed: boolean;
}

const whole: Extent = {
  recursion: 2,
  depth: 20,
  enumMembers: Number.POSITIVE_INFINITY,
  descriptions: true,
};

/**
 * From the whole to the least, in the order in which it hurts less: repetitions of types that hold
 * themselves, long enums, depth, descriptions. What is left out becomes an open object or a text.
 */
const extents: readonly Extent[] = [
  whole,
  { ...whole, recursion: 1 },
  { ...whole, recursion: 0 },
  { ...whole, recursion: 0, enumMembers: 100 },
  ...[5, 4, 3, 2, 1].map((depth) => ({ ...whole, recursion: 0, enumMembers: 100, depth })),
  { recursion: 0, enumMembers: 20, depth: 1, descriptions: false },
  { recursion: 0, enumMembers: 0, depth: 0, descriptions: false },
];

/**
 * Writes the input schema, as much of it as fits the budget of nodes and bytes.
 *
 * Every extent is sound: what is not described is checked by the gateway all the same.
 */
export function fitInput(
  given: readonly Argument[],
  rules: ProfileRules,
  { maxSchemaNodes, maxSchemaBytes }: CompileSettings,
): FittedInput {
  for (const extent of extents) {
    const schema = tryWrite(given, rules, extent, maxSchemaNodes);
    if (!schema || utf8Length(JSON.stringify(schema)) > maxSchemaBytes) continue;
    return { schema, collapsed: extent !== whole };
  }
  // hundreds of variables: their names alone are over the budget
  const least = extents.at(-1) ?? whole;
  return { schema: writeInput(given, rules, least, Number.POSITIVE_INFINITY), collapsed: true };
}

function tryWrite(
  given: readonly Argument[],
  rules: ProfileRules,
  extent: Extent,
  maxNodes: number,
): ObjectSchema | undefined {
  try {
    return writeInput(given, rules, extent, maxNodes);
  } catch (error) {
    if (error instanceof TooManyNodes) return undefined;
    throw error;
  }
}
