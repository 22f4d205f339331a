import {
  getOperationAST,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { Tool } from '../../core/tool.ts';

/**
 * The GraphQL types of a tool's arguments, by the argument's name. An argument may have another name
 * than its variable, but they stand in the same order; bound variables are no arguments.
 */
export function argumentTypes(
  { operation, inputSchema }: Tool,
  document: DocumentNode,
  schema: GraphQLSchema,
): ReadonlyMap<string, GraphQLInputType> {
  const definition = getOperationAST(document);
  const bound = new Set(operation.bound.map(({ variable }) => variable));
  const given = (definition?.variableDefinitions ?? []).filter(
    ({ variable }) => !bound.has(variable.name.value),
  );
  const names = Object.keys(inputSchema.properties);
  const pairs = given.flatMap(({ type: node }, index) => {
    const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
    const name = names[index];
    return type && name !== undefined ? [[name, type] as const] : [];
  });
  return new Map(pairs);
}
