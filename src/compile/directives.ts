import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  type DirectiveNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';

const PartialResults = new GraphQLEnumType({
  name: 'McpPartialResults',
  description: 'Whether an answer with data and errors counts as an error of the call.',
  values: { REJECT: {}, ACCEPT: {} },
});

const Json = new GraphQLScalarType({ name: 'McpJson', description: 'Any JSON value.' });

const Content = new GraphQLInputObjectType({
  name: 'McpContent',
  description: 'A field of the answer that clients are shown as a picture, a sound or a file.',
  fields: {
    field: { type: new GraphQLNonNull(GraphQLString) },
    mimeType: { type: new GraphQLNonNull(GraphQLString) },
  },
});

const strings = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** `@mcpTool` on an operation: how the tool is named, described and hinted. */
export const mcpTool = new GraphQLDirective({
  name: 'mcpTool',
  description: 'Settings of the tool that the operation becomes.',
  locations: [DirectiveLocation.QUERY, DirectiveLocation.MUTATION],
  args: {
    name: { type: GraphQLString },
    title: { type: GraphQLString },
    description: { type: GraphQLString },
    readOnly: { type: GraphQLBoolean },
    destructive: { type: GraphQLBoolean },
    idempotent: { type: GraphQLBoolean },
    openWorld: { type: GraphQLBoolean },
    partialResults: { type: PartialResults },
    scopes: { type: strings },
    tags: { type: strings },
    hidden: { type: GraphQLBoolean },
    timeoutMs: { type: GraphQLInt },
    content: { type: new GraphQLList(new GraphQLNonNull(Content)) },
  },
});

/** `@mcpParam` on a variable: how the argument is named and described, or what it is bound to. */
export const mcpParam = new GraphQLDirective({
  name: 'mcpParam',
  description: 'Settings of the argument that the variable becomes.',
  locations: [DirectiveLocation.VARIABLE_DEFINITION],
  args: {
    name: { type: GraphQLString },
    description: { type: GraphQLString },
    examples: { type: new GraphQLList(Json) },
    mcpHeader: { type: GraphQLString },
    fromClaim: { type: GraphQLString },
    fromHeader: { type: GraphQLString },
    fromEnv: { type: GraphQLString },
  },
});

const own = new Set([mcpTool.name, mcpParam.name]);

/**
 * An operation without `@mcpTool` and `@mcpParam` where they may stand; everything else, places
 * included, stays. Anywhere else they are unknown directives, and refused as such.
 */
export function withoutGatewayDirectives(
  operation: OperationDefinitionNode,
): OperationDefinitionNode {
  const { variableDefinitions = [] } = operation;
  const holders = [operation, ...variableDefinitions];
  if (!holders.some(({ directives }) => directives?.some(isOwn))) return operation;
  return {
    ...withoutOwn(operation),
    variableDefinitions: variableDefinitions.map(withoutOwn),
  };
}

function withoutOwn<Holder extends OperationDefinitionNode | VariableDefinitionNode>(
  holder: Holder,
): Holder {
  return { ...holder, directives: holder.directives?.filter((one) => !isOwn(one)) };
}

function isOwn({ name }: DirectiveNode): boolean {
  return own.has(name.value);
}
