import {
  getNamedType,
  isCompositeType,
  isRequiredArgument,
  Kind,
  print,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type OperationTypeNode,
  getOperationAST,
  parse,
} from 'graphql';
import { didYouMean } from '../../core/suggest.ts';
import { createFragmentScopes, fieldsOf } from '../../core/walk-selections.ts';
import { importTargetOf } from '../files/parse-document.ts';
import { isNamed, rootFieldsOf, type RootField, keyOf } from './root-fields.ts';
import { argumentOf, starterArguments, variableOf } from './starter-arguments.ts';
import { isMany, starterSelection } from './starter-selection.ts';

/** A starter operation for one root field. */
export interface StarterOperation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The root field it calls. */
  readonly field: string;
  /** Whether it has required arguments. */
  readonly needsArguments: boolean;
  /** A whole file, formatted, with the field's description as a comment. */
  readonly text: string;
}

/** The starter operations of the requested root fields. */
export interface StarterOperations {
  readonly operations: readonly StarterOperation[];
  /** A message for each unknown name. */
  readonly unknown: readonly string[];
}

/**
 * Writes operations for root fields: `films`, or `Query.films` where a mutation has the same name.
 * Without names, for all of them: queries first, in the order of the schema.
 *
 * Each is valid against the schema, and is meant to be edited.
 */
export function starterOperations(
  schema: GraphQLSchema,
  names?: readonly string[],
): StarterOperations {
  const all = rootFieldsOf(schema);
  const wanted = names?.map((name) => all.filter((root) => isNamed(root, name))) ?? [all];
  const taken = new Set<string>();
  const operations = [...new Set(wanted.flat())].map((root) => writeOperation(root, schema, taken));
  const missing = names?.filter((_, index) => wanted[index]?.length === 0) ?? [];
  const known = all.map(({ field }) => field.name);
  const unknown = missing.map((name) =>
    isSubscription(schema, name)
      ? `"${name}" is a subscription, which cannot become a tool: a call has one result.`
      : `The schema has no root field "${name}".${didYouMean(name, known)}`,
  );
  return { operations, unknown };
}

function isSubscription(schema: GraphQLSchema, name: string): boolean {
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  return fields.some((field) => field.name === name || `Subscription.${field.name}` === name);
}

function writeOperation(
  { kind, field }: RootField,
  schema: GraphQLSchema,
  taken: Set<string>,
): StarterOperation {
  const name = unused(operationName(kind, field), kind, taken);
  taken.add(name);
  const { taken: args, left } = starterArguments(field);
  const operation: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: kind as OperationTypeNode,
    name: { kind: Kind.NAME, value: name },
    variableDefinitions: args.map((arg) => variableOf(arg, field)),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [rootNode(field, args, schema)] },
  };
  const text = `${comment(field.description)}${withLeft(print(operation), left)}\n`;
  const needsArguments = args.some(isRequiredArgument);
  return { name, kind, field: field.name, needsArguments, text };
}

/** `films` becomes `listFilms`; a name that starts with a verb is kept. */
function operationName(kind: RootField['kind'], { name, type }: RootField['field']): string {
  if (kind === 'mutation' || !isMany(type) || startsWithVerb.test(name)) return name;
  return `list${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const startsWithVerb =
  /^(?:all|browse|compare|count|fetch|find|get|list|load|look|match|query|read|recommend|resolve|search|show|suggest|summari[sz]e|validate|view)(?![a-z])/;

function unused(name: string, kind: RootField['kind'], taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += kind === 'mutation' ? 'Mutation' : 'Query';
  return free;
}

function rootNode(
  { name, type }: RootField['field'],
  args: readonly GraphQLArgument[],
  schema: GraphQLSchema,
): FieldNode {
  const named = getNamedType(type);
  const node = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: name },
    arguments: args.map(argumentOf),
  } as const;
  if (!isCompositeType(named)) return node;
  return { ...node, selectionSet: starterSelection(named, schema) };
}

/**
 * Lists unused arguments in a comment inside the operation, which is not read as a description.
 */
function withLeft(operation: string, left: readonly GraphQLArgument[]): string {
  if (left.length === 0) return operation;
  const list = left.map(({ name, type }) => `${name}: ${String(type)}`).join(', ');
  return operation.replace('{\n', () => `{\n  # Arguments that are not used here: ${list}\n`);
}

/** Writes a description as comments: not all parsers support descriptions on operations. */
function comment(description: string | null | undefined): string {
  const lines = (description ?? '')
    .trim()
    .split(/\r\n|[\n\r]/)
    // the description of an API must not import files
    .filter((line) => importTargetOf(line) === undefined);
  if (lines.every((line) => line.trim() === '')) return '';
  return lines.map((line) => `# ${line}`.trimEnd() + '\n').join('');
}

/**
 * Returns the keys of the root fields that a valid document of one operation calls, fragments
 * included.
 */
export function calledFields(text: string): ReadonlySet<string> {
  const document = parse(text, { noLocation: true });
  const operation = getOperationAST(document);
  if (!operation || operation.operation === 'subscription') return new Set();
  const kind = operation.operation;
  const fields = fieldsOf([operation.selectionSet], createFragmentScopes()(document));
  return new Set([...fields].map(({ name }) => keyOf(kind, name.value)));
}
