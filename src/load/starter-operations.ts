import {
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  isNullableType,
  isRequiredArgument,
  Kind,
  parseConstValue,
  parseType,
  print,
  type ArgumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { didYouMean } from '../core/suggest.ts';
import { importTargetOf } from './import-comments.ts';
import { isConnection, pageSizes, starterSelection } from './starter-selection.ts';

/** An operation to start from, for one root field. */
export interface StarterOperation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The root field it calls. */
  readonly field: string;
  /** A whole file, formatted, with the field's description as a comment. */
  readonly text: string;
}

/** Operations for the root fields that were asked for. */
export interface StarterOperations {
  readonly operations: readonly StarterOperation[];
  /** A sentence for each name that is no root field. */
  readonly unknown: readonly string[];
}

/** A root field to write an operation for. */
interface RootField {
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

/**
 * Writes operations for root fields: `films`, or `Query.films` where a mutation has the same name.
 * Without names, for all of them: queries first, in the order of the schema.
 *
 * Each is valid against the schema as it stands, and is meant to be edited.
 */
export function starterOperations(
  schema: GraphQLSchema,
  names?: readonly string[],
): StarterOperations {
  const all = rootFields(schema);
  const wanted = names?.map((name) => all.filter((root) => isNamed(root, name))) ?? [all];
  const taken = new Set<string>();
  const operations = [...new Set(wanted.flat())].map((root) => writeOperation(root, schema, taken));
  const missing = names?.filter((_, index) => wanted[index]?.length === 0) ?? [];
  const known = all.map(({ field }) => field.name);
  const unknown = missing.map(
    (name) => `The schema has no root field "${name}".${didYouMean(name, known)}`,
  );
  return { operations, unknown };
}

function rootFields(schema: GraphQLSchema): readonly RootField[] {
  const fieldsOf = (kind: RootField['kind'], type = schema.getQueryType()) =>
    Object.values(type?.getFields() ?? {}).map((field): RootField => ({ kind, field }));
  return [...fieldsOf('query'), ...fieldsOf('mutation', schema.getMutationType() ?? null)];
}

function isNamed({ kind, field }: RootField, name: string): boolean {
  const [type, own] = name.includes('.') ? name.split('.') : [kind, name];
  return field.name === own && type?.toLowerCase() === kind;
}

function writeOperation(
  { kind, field }: RootField,
  schema: GraphQLSchema,
  taken: Set<string>,
): StarterOperation {
  const name = unused(operationName(kind, field), kind, taken);
  taken.add(name);
  const args = field.args.filter((arg) => isRequiredArgument(arg) || asksForPage(arg, field));
  const operation: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: kind as OperationTypeNode,
    name: { kind: Kind.NAME, value: name },
    variableDefinitions: args.map(variableOf),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [rootNode(field, args, schema)] },
  };
  const text = `${comment(field.description)}${print(operation)}\n`;
  return { name, kind, field: field.name, text };
}

/** `films` becomes `listFilms`; a name that says what it does stays. */
function operationName(kind: RootField['kind'], { name, type }: RootField['field']): string {
  if (kind === 'mutation' || !isMany(type) || startsWithVerb.test(name)) return name;
  return `list${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const startsWithVerb =
  /^(?:all|browse|compare|count|fetch|find|get|list|load|look|match|query|read|recommend|resolve|search|show|suggest|summari[sz]e|validate|view)(?![a-z])/;

function isMany(type: RootField['field']['type']): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type) || isConnection(type);
}

function unused(name: string, kind: RootField['kind'], taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += kind === 'mutation' ? 'Mutation' : 'Query';
  return free;
}

/** Pages are asked for though they need not be: a model should not get everything at once. */
function asksForPage({ name, type }: GraphQLArgument, field: RootField['field']): boolean {
  if (isCursor(name)) return isConnection(field.type) && isNullableType(type);
  return pageSizes.has(name) && String(type) === 'Int' && isMany(field.type);
}

function isCursor(name: string): boolean {
  return name === 'after';
}

function variableOf(arg: GraphQLArgument): VariableDefinitionNode {
  const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: arg.name } } as const;
  const type = parseType(String(arg.type));
  const node = { kind: Kind.VARIABLE_DEFINITION, variable, type } as const;
  if (isRequiredArgument(arg) || isCursor(arg.name)) return node;
  return { ...node, defaultValue: parseConstValue('20') };
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

function argumentOf({ name: value }: GraphQLArgument): ArgumentNode {
  const name = { kind: Kind.NAME, value } as const;
  return { kind: Kind.ARGUMENT, name, value: { kind: Kind.VARIABLE, name } };
}

/** Comments, for not every tool that reads operation files knows descriptions on operations. */
function comment(description: string | null | undefined): string {
  const lines = (description ?? '')
    .trim()
    .split(/\r\n|[\n\r]/)
    // a description is the API's, and imports nothing here
    .filter((line) => importTargetOf(line) === undefined);
  if (lines.every((line) => line.trim() === '')) return '';
  return lines.map((line) => `# ${line}`.trimEnd() + '\n').join('');
}
