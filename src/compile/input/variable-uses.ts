import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type ArgumentNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { OperationSource } from '../../load/sources.ts';
import { constraintsOf, type Constraints } from './constraints.ts';

/** A place that a variable's value goes to. */
export interface VariableUse {
  readonly variable: string;
  /** Of the argument or input field; undefined inside a custom scalar's literal. */
  readonly description: string | undefined;
  /** Null is an error there, whatever the variable's own type says. */
  readonly nonNull: boolean;
  readonly constraints: Constraints;
}

/** Finds the uses of an operation's variables, in the order in which they stand. */
export type FindUses = (source: OperationSource) => readonly VariableUse[];

/** What one selection set holds itself, without the fragments it spreads. */
interface Found {
  readonly uses: VariableUse[];
  readonly spreads: Set<string>;
}

/** Makes a finder; a fragment is looked through once, however many operations use it. */
export function createFindUses(schema: GraphQLSchema): FindUses {
  const fragments = new WeakMap<FragmentDefinitionNode, Found>();
  const look = (selectionSet: SelectionSetNode, type: GraphQLNamedType | undefined): Found => {
    const found: Found = { uses: [], spreads: new Set() };
    walk(schema, selectionSet, type, found);
    return found;
  };
  const lookIn = (fragment: FragmentDefinitionNode): Found => {
    const known = fragments.get(fragment);
    if (known) return known;
    const found = look(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
    fragments.set(fragment, found);
    return found;
  };
  return ({ operation, fragments: inScope }) => {
    const root = look(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
    readDirectives(schema, operation.directives, root.uses);
    const uses = [...root.uses];
    const reached = new Set(root.spreads);
    // a set that grows while it is walked: each fragment is met once, cycles included
    for (const name of reached) {
      const fragment = inScope.get(name);
      if (!fragment) continue;
      const found = lookIn(fragment);
      uses.push(...found.uses);
      for (const spread of found.spreads) reached.add(spread);
    }
    return uses;
  };
}

function walk(
  schema: GraphQLSchema,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType | undefined,
  found: Found,
): void {
  for (const selection of selections) {
    readDirectives(schema, selection.directives, found.uses);
    if (selection.kind === 'FragmentSpread') {
      found.spreads.add(selection.name.value);
    } else if (selection.kind === 'InlineFragment') {
      const condition = selection.typeCondition;
      const narrowed = condition ? schema.getType(condition.name.value) : type;
      walk(schema, selection.selectionSet, narrowed, found);
    } else {
      const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const field = fields[selection.name.value];
      readArguments(selection.arguments, field?.args, found.uses);
      if (!selection.selectionSet) continue;
      walk(schema, selection.selectionSet, field && getNamedType(field.type), found);
    }
  }
}

function readDirectives(
  schema: GraphQLSchema,
  directives: readonly DirectiveNode[] | undefined,
  uses: VariableUse[],
): void {
  for (const { name, arguments: given } of directives ?? []) {
    readArguments(given, schema.getDirective(name.value)?.args, uses);
  }
}

function readArguments(
  given: readonly ArgumentNode[] | undefined,
  known: readonly GraphQLArgument[] | undefined,
  uses: VariableUse[],
): void {
  for (const { name, value } of given ?? []) {
    const argument = known?.find((candidate) => candidate.name === name.value);
    readValue(value, argument?.type, argument, uses);
  }
}

function readValue(
  value: ValueNode,
  type: GraphQLInputType | undefined,
  holder: GraphQLArgument | GraphQLInputField | undefined,
  uses: VariableUse[],
): void {
  if (value.kind === 'Variable') {
    uses.push({
      variable: value.name.value,
      description: holder?.description ?? undefined,
      nonNull: isNonNullType(type),
      constraints: constraintsOf(holder?.astNode?.directives),
    });
  } else if (value.kind === 'ListValue') {
    const list = isNonNullType(type) ? type.ofType : type;
    const item = isListType(list) ? list.ofType : undefined;
    for (const member of value.values) readValue(member, item, holder, uses);
  } else if (value.kind === 'ObjectValue') {
    const named = type && getNamedType(type);
    const fields = isInputObjectType(named) ? named.getFields() : {};
    for (const { name, value: member } of value.fields) {
      const field = Object.hasOwn(fields, name.value) ? fields[name.value] : undefined;
      readValue(member, field?.type, field, uses);
    }
  }
}
