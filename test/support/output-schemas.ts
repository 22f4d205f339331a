import { Kind, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { ObjectSchema } from '../../src/core/json-schema.ts';
import { createOutputWriter } from '../../src/compile/output/output-schema.ts';
import { createShapes } from '../../src/compile/output/shapes.ts';
import { fieldsAreUnambiguous } from '../../src/compile/validate/overlapping-fields.ts';
import type { AbstractOutput } from '../../src/compile/output/write-object.ts';

/** Both styles of output schema: `merged` for all profiles but `full`, which has `perType`. */
export const styles: readonly AbstractOutput[] = ['merged', 'perType'];

/** The output schema of a document's only operation, without a budget that matters. */
export function outputSchemaOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  style: AbstractOutput,
  budget = { nodes: 100_000, bytes: 10_000_000 },
): ObjectSchema {
  const { operation, fragments } = partsOf(document);
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) throw new Error(`The schema has no ${operation.operation} type.`);
  const shapes = createShapes({ schema, fragments }, new Map());
  return createOutputWriter(shapes, style, budget).write(rootType, operation.selectionSet).schema;
}

/** Whether the compiler serves a document with conflicting fields when told to be lenient. */
export function servedLeniently(schema: GraphQLSchema, document: DocumentNode): boolean {
  const { operation, fragments } = partsOf(document);
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) return false;
  const context = { schema, fragments };
  const shapes = createShapes(context, new Map());
  return fieldsAreUnambiguous(context, shapes, shapes.root(rootType, operation.selectionSet));
}

function partsOf({ definitions }: DocumentNode) {
  const operation = definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error('The document has no operation.');
  const fragments = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? definition : [],
  );
  return { operation, fragments: new Map(fragments.map((one) => [one.name.value, one])) };
}
