import type { JsonSchema } from '../../core/json-schema.ts';
import { createDecision } from './decide.ts';
import { createExplainer } from './explain.ts';
import type { Problem } from './problem.ts';
import { createSchemaReader } from './read-schema.ts';
import type { SchemaNode } from './schema-node.ts';

/** Two schemas and their differences in both directions. */
export interface SchemaPair {
  readonly one: SchemaNode;
  readonly other: SchemaNode;
  /** Returns why values of the first may not match the second; empty if all of them match. */
  readonly forwards: () => readonly Problem[];
  /** Returns why values of the second may not match the first. */
  readonly backwards: () => readonly Problem[];
}

/** Compares two schemas by the sets of values that match them. */
export type CompareSchemas = (one: JsonSchema, other: JsonSchema) => SchemaPair;

/**
 * Creates a comparer; what several schemas share is read and compared once.
 *
 * The result is sound: without problems, every value of the one schema matches the other. A problem may be a
 * false alarm, because the comparison follows the structure of the schemas: keywords next to `anyOf`,
 * branches that only together match, patterns and unknown keywords are not taken apart.
 */
export function createSchemaComparer(): CompareSchemas {
  const read = createSchemaReader();
  const explain = createExplainer(createDecision());
  return (one, other) => {
    const pair = { one: read(one), other: read(other) };
    return {
      ...pair,
      forwards: () => explain(pair.one, pair.other),
      backwards: () => explain(pair.other, pair.one),
    };
  };
}
