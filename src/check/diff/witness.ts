import type { JsonSchema } from '../../core/json-schema.ts';
import type { JsonValue } from '../../core/json.ts';
import type { SchemaPosition, Witness } from './change.ts';
import { accepts } from '../schema/accepts.ts';
import type { SchemaPair } from '../schema/compare-schemas.ts';
import type { Problem } from '../schema/problem.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { withToldValues } from './told-values.ts';
import type { WitnessValidator } from './witness-validator.ts';

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
  { one, other }: SchemaPair,
  position: SchemaPosition,
  validator: WitnessValidator,
): WitnessFinder {
  const isFitting = (schema: JsonSchema, node: SchemaNode) => (value: JsonValue) =>
    // where no validator says, a value is judged as the comparison reads the schema
    validator(schema, value) ?? accepts(node, value);
  const sides = [isFitting(old, one), isFitting(next, other)] as const;
  const [fits, fitsOther] = position === 'input' ? sides : ([sides[1], sides[0]] as const);
  const isShown = (value: JsonValue) => fits(value) && !fitsOther(value);
  return (problems) => {
    for (const problem of problems) {
      const value = problem.candidates().find(isShown);
      if (value === undefined) continue;
      if (position === 'input') return { kind: 'call', value };
      for (const told of withToldValues(value, [next, old])) {
        if (isShown(told)) return { kind: 'answer', value: told };
      }
      return { kind: 'answer', value };
    }
    return undefined;
  };
}
