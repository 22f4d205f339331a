import type { JsonSchema } from '../core/json-schema.ts';
import type { SchemaPosition, Witness } from './change.ts';
import type { Problem } from './schema/problem.ts';
import type { Fits, WitnessValidators } from './witness-validators.ts';

/** Finds a value that shows a problem; `undefined` where none is found. */
export type WitnessFinder = (problems: readonly Problem[]) => Witness | undefined;

/**
 * Makes what finds witnesses of a change from one schema to another.
 *
 * Each is held against both schemas: a *call* fits the old input schema and not the new one; an
 * *answer* fits the new output schema and not the old one.
 */
export function createWitnessFinder(
  old: JsonSchema,
  next: JsonSchema,
  position: SchemaPosition,
  validatorOf: WitnessValidators,
): WitnessFinder {
  const [from, to] = position === 'input' ? [old, next] : [next, old];
  let validators: readonly [Fits, Fits] | undefined;
  return (problems) => {
    validators ??= [validatorOf(from), validatorOf(to)];
    const [fits, fitsOther] = validators;
    for (const problem of problems) {
      const value = problem.candidates().find((one) => fits(one) && !fitsOther(one));
      if (value !== undefined) return { kind: position === 'input' ? 'call' : 'answer', value };
    }
    return undefined;
  };
}
