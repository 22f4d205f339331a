import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ArgumentNode,
  type ConstDirectiveNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { memoize } from '../../core/memo.ts';
import type { OperationSource } from '../../load/operations/operation-sources.ts';

/** A place that a variable is passed to. */
export interface VariableUse {
  readonly variable: string;
  /** The description of the argument or input field; undefined within a custom scalar's literal. */
  readonly description: string | undefined;
  /** Whether null is an error there, whatever the type of the variable. */
  readonly nonNull: boolean;
  /** Whether it is the chosen member of a `@oneOf`: omitting it is an error too. */
  readonly isChosen: boolean;
  /** The argument or input field, if the variable is its whole value. */
  readonly target: GraphQLArgument | GraphQLInputField | undefined;
  /** The directives of the argument or input field. */
  readonly directives: readonly ConstDirectiveNode[];
  /** Whether it is an item of the list that the argument or input field takes. */
  readonly isItem: boolean;
}

/** Returns the uses of an operation's variables, in document order. */
export type FindUses = (source: OperationSource) => readonly VariableUse[];

/** Creates a finder of uses; each fragment is walked once, however many operations spread it. */
export function createUseFinder(schema: GraphQLSchema): FindUses {
  const walkFragment = memoize((fragment: FragmentDefinitionNode): Uses => {
    const walk = createWalk(schema);
    const type = schema.getType(fragment.typeCondition.name.value);
    walkDirectives(walk, fragment.directives, () => 'a part of the answer');
    walkSelections(walk, fragment.selectionSet, type);
    return walk;
  });

  return ({ operation, fragments }) => {
    const root = createWalk(schema);
    const type = schema.getRootType(operation.operation) ?? undefined;
    walkDirectives(root, operation.directives, () => 'the answer');
    walkSelections(root, operation.selectionSet, type);
    // iteration includes what is added meanwhile, so each fragment is visited once, cycles included
    const reached = new Set(root.spreads);
    const uses = [...root.uses];
    for (const name of reached) {
      const fragment = fragments.get(name);
      if (!fragment) continue;
      const inner = walkFragment(fragment);
      uses.push(...inner.uses);
      for (const spread of inner.spreads) reached.add(spread);
    }
    return uses;
  };
}

/** The uses in a selection set, without those in the fragments that it spreads. */
interface Uses {
  readonly uses: VariableUse[];
  readonly spreads: Set<string>;
}

interface Walk extends Uses {
  readonly schema: GraphQLSchema;
}

function createWalk(schema: GraphQLSchema): Walk {
  return { schema, uses: [], spreads: new Set() };
}

function walkSelections(
  walk: Walk,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType | undefined,
): void {
  for (const selection of selections) {
    walkDirectives(walk, selection.directives, () => describeSelection(selection));
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      walk.spreads.add(selection.name.value);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition } = selection;
      const narrowed = typeCondition ? walk.schema.getType(typeCondition.name.value) : type;
      walkSelections(walk, selection.selectionSet, narrowed);
    } else {
      const hasFields = isObjectType(type) || isInterfaceType(type);
      const field = hasFields ? type.getFields()[selection.name.value] : undefined;
      walkArguments(walk, selection.arguments, field?.args);
      if (!selection.selectionSet) continue;
      walkSelections(walk, selection.selectionSet, field && getNamedType(field.type));
    }
  }
}

function describeSelection(selection: SelectionNode): string {
  if (selection.kind === Kind.FIELD) return `"${(selection.alias ?? selection.name).value}"`;
  const { selectionSet } = selection as { readonly selectionSet?: SelectionSetNode };
  const names = (selectionSet?.selections ?? []).flatMap((inner) =>
    inner.kind === Kind.FIELD ? describeSelection(inner) : [],
  );
  return names.length > 0 ? names.slice(0, 5).join(', ') : 'a part of the answer';
}

/** Descriptions of the built-in conditions; those of the directives' arguments are too general. */
const conditions = new Map([
  ['include', (part: string) => `Whether to include ${part}.`],
  ['skip', (part: string) => `Whether to leave out ${part}.`],
]);

function walkDirectives(
  walk: Walk,
  directives: readonly DirectiveNode[] | undefined,
  describePart: () => string,
): void {
  for (const { name, arguments: args } of directives ?? []) {
    const description = conditions.get(name.value)?.(describePart());
    walkArguments(walk, args, walk.schema.getDirective(name.value)?.args, description);
  }
}

function walkArguments(
  { uses }: Walk,
  nodes: readonly ArgumentNode[] | undefined,
  args: readonly GraphQLArgument[] | undefined,
  description?: string,
): void {
  for (const { name, value } of nodes ?? []) {
    const argument = args?.find((candidate) => candidate.name === name.value);
    const place = { type: argument?.type, element: argument };
    walkValue(uses, value, description === undefined ? place : { ...place, description });
  }
}

interface ValuePlace {
  readonly type: GraphQLInputType | undefined;
  /** The argument or input field that the value belongs to. */
  readonly element: GraphQLArgument | GraphQLInputField | undefined;
  /** Overrides the description of the element. */
  readonly description?: string;
  readonly isItem?: boolean;
  readonly isChosen?: boolean;
}

function walkValue(uses: VariableUse[], value: ValueNode, place: ValuePlace): void {
  const { type, element, isItem = false, isChosen = false } = place;
  if (value.kind === Kind.VARIABLE) {
    uses.push({
      variable: value.name.value,
      description: place.description ?? element?.description ?? undefined,
      nonNull: isNonNullType(type),
      isChosen,
      target: element?.type === type ? element : undefined,
      directives: element?.astNode?.directives ?? [],
      isItem,
    });
  } else if (value.kind === Kind.LIST) {
    const list = isNonNullType(type) ? type.ofType : type;
    const item = isListType(list) ? list.ofType : undefined;
    for (const member of value.values) {
      walkValue(uses, member, { ...place, type: item, isItem: true, isChosen: false });
    }
  } else if (value.kind === Kind.OBJECT) {
    const named = type && getNamedType(type);
    const object = isInputObjectType(named) ? named : undefined;
    const fields = object?.getFields() ?? {};
    for (const { name, value: member } of value.fields) {
      const field = Object.hasOwn(fields, name.value) ? fields[name.value] : undefined;
      const isMember = object?.isOneOf ?? false;
      walkValue(uses, member, { type: field?.type, element: field, isChosen: isMember });
    }
  }
}
