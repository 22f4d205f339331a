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
  getNamedType,
  isEnumType,
  Kind,
  valueFromAST,
  type ASTNode,
  type GraphQLArgument,
  type ValueNode,
} from 'graphql';
import type { Diagnostic, Place } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { placeOf } from '../load/files/parse-document.ts';
import { compileDiagnostic } from './model/diagnostics.ts';

const PartialResults = new GraphQLEnumType({
  name: 'McpPartialResults',
  description: 'Whether an answer with data and errors counts as an error of the call.',
  values: { REJECT: {}, ACCEPT: {} },
});

const Json = new GraphQLScalarType({ name: 'McpJson', description: 'Any JSON value.' });

const Content = new GraphQLInputObjectType({
  name: 'McpContent',
  description: 'A field of the answer that clients show as an image, a sound or a file.',
  fields: {
    field: { type: new GraphQLNonNull(GraphQLString) },
    mimeType: { type: new GraphQLNonNull(GraphQLString) },
  },
});

const strings = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** `@mcpTool` on an operation: the settings of its tool. */
export const mcpTool = new GraphQLDirective({
  name: 'mcpTool',
  description: 'Settings of the tool of the operation.',
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

/** `@mcpParam` on a variable: the settings of its argument, or its binding. */
export const mcpParam = new GraphQLDirective({
  name: 'mcpParam',
  description: 'Settings of the argument of the variable.',
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

const gatewayDirectives = new Set([mcpTool.name, mcpParam.name]);

/**
 * Removes `@mcpTool` and `@mcpParam` from an operation and its variables; places are kept. Anywhere
 * else they are not allowed, and stay for validation to report.
 */
export function withoutGatewayDirectives(
  operation: OperationDefinitionNode,
): OperationDefinitionNode {
  const { variableDefinitions = [] } = operation;
  const holders = [operation, ...variableDefinitions];
  if (!holders.some(({ directives }) => directives?.some(isGatewayDirective))) return operation;
  return {
    ...stripDirectives(operation),
    variableDefinitions: variableDefinitions.map(stripDirectives),
  };
}

function stripDirectives<Holder extends OperationDefinitionNode | VariableDefinitionNode>(
  holder: Holder,
): Holder {
  return { ...holder, directives: holder.directives?.filter((one) => !isGatewayDirective(one)) };
}

function isGatewayDirective({ name }: DirectiveNode): boolean {
  return gatewayDirectives.has(name.value);
}

/** The arguments of one of the gateway's directives on a node. */
export interface ParsedDirective {
  readonly isPresent: boolean;
  /** The valid arguments, by name. */
  readonly values: object;
  /** The places of the arguments. */
  readonly places: ReadonlyMap<string, Place>;
  readonly diagnostics: readonly Diagnostic[];
}

const absent: ParsedDirective = {
  isPresent: false,
  values: {},
  places: new Map(),
  diagnostics: [],
};

/** Reads one of the gateway's directives from a node; each problem is an error at its place. */
export function readDirective(
  holder: { readonly directives?: readonly DirectiveNode[] | undefined },
  definition: GraphQLDirective,
  fallback: Place,
): ParsedDirective {
  if (!holder.directives?.length) return absent;
  const [node, second] = holder.directives.filter(({ name }) => name.value === definition.name);
  const values: (readonly [string, unknown])[] = [];
  const places = new Map<string, Place>();
  const diagnostics: Diagnostic[] = [];
  const report = ({ at, message, hint }: Problem): void => {
    const place = placeOf(at) ?? fallback;
    diagnostics.push(compileDiagnostic('DIRECTIVE_INVALID', message, { hint, place }));
  };
  if (second) {
    report({ at: second, message: `@${definition.name} is repeated.`, hint: 'Write it once.' });
  }
  for (const { name, value } of node?.arguments ?? []) {
    const label = `"${name.value}" of @${definition.name}`;
    const argument = definition.args.find((candidate) => candidate.name === name.value);
    if (places.has(name.value)) {
      report({ at: name, message: `The argument ${label} is repeated.`, hint: 'Write it once.' });
    } else if (argument) {
      const parsed: unknown = valueFromAST(value, argument.type);
      if (!isValid(argument, parsed)) report(wrongValue(label, argument, value));
      else if (parsed !== null) values.push([name.value, parsed]);
    } else {
      report(unknownArgument(name, name.value, definition));
    }
    places.set(name.value, placeOf(value) ?? fallback);
  }
  return { isPresent: node !== undefined, values: Object.fromEntries(values), places, diagnostics };
}

interface Problem {
  readonly at: ASTNode;
  readonly message: string;
  readonly hint: string;
}

/** The least values of numbers, by argument. */
const minimums = new Map([['timeoutMs', 1]]);

function isValid({ name }: GraphQLArgument, value: unknown): boolean {
  if (typeof value === 'number') return value >= (minimums.get(name) ?? value);
  return value !== undefined;
}

function wrongValue(label: string, { name, type }: GraphQLArgument, value: ValueNode): Problem {
  const namedType = getNamedType(type);
  const members = isEnumType(namedType) ? namedType.getValues().map((one) => one.name) : undefined;
  const written = value.kind === Kind.ENUM || value.kind === Kind.STRING ? value.value : '';
  const minimum = minimums.has(name) ? `, at least ${minimums.get(name)}` : '';
  const message = members
    ? `The argument ${label} must be ${members.join(' or ')}.${didYouMean(written, members)}`
    : `The argument ${label} must be of type ${String(type)}${minimum}.`;
  return { at: value, message, hint: 'Write a literal value; variables are not allowed here.' };
}

function unknownArgument(at: ASTNode, name: string, { name: directive, args }: GraphQLDirective) {
  const names = args.map((argument) => argument.name);
  const message = `@${directive} has no argument "${name}".${didYouMean(name, names)}`;
  return { at, message, hint: `Use one of ${names.join(', ')}.` };
}
