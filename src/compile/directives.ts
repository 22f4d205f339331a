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
  type OperationDefinitionNode,
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
  const { directives = [], variableDefinitions = [] } = operation;
  const isForeign = ({ name }: { readonly name: { readonly value: string } }) =>
    !own.has(name.value);
  return {
    ...operation,
    directives: directives.filter(isForeign),
    variableDefinitions: variableDefinitions.map((definition) => ({
      ...definition,
      directives: (definition.directives ?? []).filter(isForeign),
    })),
  };
}
