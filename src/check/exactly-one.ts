import {
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { JsonSchema } from '../core/json-schema.ts';
import { ownMember } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';

/**
 * Paths of arguments that take exactly one of their members (`@oneOf`), where the tool's schema says
 * it in words alone: the gateway refuses other calls all the same, so it is part of the contract.
 *
 * A path is written as in reports: `subject`, `filter.all[].by`.
 */
export function exactlyOnePaths(tool: Tool, schema: GraphQLSchema): readonly string[] {
  const paths: string[] = [];
  for (const { name, type } of argumentTypes(tool, schema)) {
    const argument = ownMember(tool.inputSchema.properties, name) as JsonSchema | undefined;
    collect(type, argument, name, paths);
  }
  return paths.sort();
}

/** An argument of a tool, and the GraphQL type of its variable. */
export interface ArgumentType {
  readonly name: string;
  readonly variable: string;
  readonly type: GraphQLInputType;
}

/**
 * The types of a tool's arguments. An argument may have another name than its variable, but they
 * stand in the same order; bound variables are no arguments.
 */
export function argumentTypes(
  { operation, inputSchema }: Tool,
  schema: GraphQLSchema,
): readonly ArgumentType[] {
  const { definitions } = parse(operation.document, { noLocation: true });
  const definition = definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  const bound = new Set(operation.bound.map(({ variable }) => variable));
  const given = (definition?.variableDefinitions ?? []).filter(
    ({ variable }) => !bound.has(variable.name.value),
  );
  const names = Object.keys(inputSchema.properties);
  return given.flatMap(({ variable, type: node }, index) => {
    const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
    const name = names[index];
    return type && name !== undefined ? { name, variable: variable.name.value, type } : [];
  });
}

function collect(
  type: GraphQLInputType,
  schema: JsonSchema | undefined,
  path: string,
  paths: string[],
): void {
  if (schema === undefined) return;
  if (isNonNullType(type)) return collect(type.ofType, schema, path, paths);
  if (isListType(type)) return collect(type.ofType, schema.items, `${path}[]`, paths);
  // a reference leads to definitions, which say all of it
  if (!isInputObjectType(getNamedType(type)) || !isInputObjectType(type)) return;
  const isSaid = schema.maxProperties === 1 && schema.minProperties === 1;
  const members = Object.entries(schema.properties ?? {});
  if (type.isOneOf && !isSaid && members.length > 0) paths.push(path);
  const fields = new Map(Object.entries(type.getFields()));
  for (const [name, member] of members) {
    const field = fields.get(name);
    if (field) collect(field.type, member, `${path}.${name}`, paths);
  }
}
