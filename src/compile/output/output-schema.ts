import type { GraphQLObjectType, SelectionSetNode } from 'graphql';
import type { ObjectSchema } from '../../core/json-schema.ts';
import { createJsonBytes, type JsonBytes, sizeOf, type SchemaSize } from '../model/schema-size.ts';
import { writeWithinBudget, type WriteLevel } from './budget.ts';
import { envelopeOf } from './envelope.ts';
import type { Shapes } from './shapes.ts';
import { writeObject, type AbstractOutput } from './write-object.ts';
import { createWholeWriter } from './write-whole.ts';

/** What an operation answers with, as JSON Schema. */
export interface OutputSchema {
  readonly schema: ObjectSchema;
  /** Response names of the root fields, in order. */
  readonly rootFields: readonly string[];
  /** Whether objects are not described because the schema would exceed the budget. */
  readonly isTruncated: boolean;
}

/** Writes the output schemas of operations that share a derivation; equal objects are written once. */
export interface OutputWriter {
  write(rootType: GraphQLObjectType, selectionSet: SelectionSetNode): OutputSchema;
}

/** Makes the writer of one style and budget. */
export function createOutputWriter(
  shapes: Shapes,
  style: AbstractOutput,
  budget: SchemaSize,
  bytesOf: JsonBytes = createJsonBytes(),
): OutputWriter {
  const writeLevel: WriteLevel = (objects, nullable, writeObjects) =>
    writeObject(shapes, style, objects, nullable, writeObjects);
  const writeWhole = createWholeWriter(writeLevel);
  const envelope = sizeOf(envelopeOf({}));
  return {
    write(rootType, selectionSet) {
      const root = shapes.root(rootType, selectionSet);
      // the envelope holds a place for the data, which is one node
      const data = writeWhole(root, budget.nodes - envelope.nodes + 1);
      const schema = data && envelopeOf(data);
      const rootFields = shapes.of(root).flatMap(({ fields }) => [...fields.keys()]);
      if (schema && bytesOf(schema) <= budget.bytes) {
        return { schema, rootFields, isTruncated: false };
      }
      return { schema: writeWithinBudget(root, writeLevel, budget), rootFields, isTruncated: true };
    },
  };
}
