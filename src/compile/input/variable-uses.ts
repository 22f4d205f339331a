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
import type { OperationSource } from '../../load/sources.ts';

/** A place that a variable's value goes to. */
export interface VariableUse {
  readonly variable: string;
  /** Of the argument or input field; undefined inside a custom scalar's literal. */
  readonly description: string | undefined;
  /** Null is an error there, whatever the variable's own type says. */
  readonly nonNull: boolean;
  /** It is the member that is chosen of a `@oneOf`: leaving it out is an error, too. */
  readonly isChosen: boolean;
  /** The argument or input field whose value it is, and not a part of its value. */
  readonly feeds: GraphQLArgument | GraphQLInputField | undefined;
  /** Those of the argument or input field. */
  readonly directives: readonly ConstDirectiveNode[];
  /** Whether it is an item of the list that the argument or input field takes. */
  readonly isItem: boolean;
}

/** Finds the uses of an operation's variables, in the order in which they stand. */
export type FindUses = (source: OperationSource) => readonly VariableUse[];

/** Makes a finder; a fragment is looked through once, however many operations use it. */
export function createUseFinder(schema: GraphQLSchema): FindUses {
  const known = new Map<FragmentDefinitionNode, Found>();

  function lookIn(fragment: FragmentDefinitionNode): Found {
    const before = known.get(fragment);
    if (before) return before;
    const found = createFound();
    const walk = { schema, found };
    const type = schema.getType(fragment.typeCondition.name.value);
    walkDirectives(walk, fragment.directives, () => 'a part of the answer');
    walkSelections(walk, fragment.selectionSet, type);
    known.set(fragment, found);
    return found;
  }

  return ({ operation, fragments }) => {
    const root = createFound();
    walkDirectives({ schema, found: root }, operation.directives, () => 'the answer');
    const type = schema.getRootType(operation.operation) ?? undefined;
    walkSelections({ schema, found: root }, operation.selectionSet, type);
    // a set that grows while it is walked: each fragment is met once, cycles included
    const reached = new Set(root.spreads);
    const uses = [...root.uses];
    for (const name of reached) {
      const fragment = fragments.get(name);
      const found = fragment && lookIn(fragment);
      if (!found) continue;
      uses.push(...found.uses);
      for (const spread of found.spreads) reached.add(spread);
    }
    return uses;
  };
}

/** What a selection set holds itself, without the fragments it spreads. */
interface Found {
  readonly uses: VariableUse[];
  readonly spreads: Set<string>;
}

function createFound(): Found {
  return { uses: [], spreads: new Set() };
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly found: Found;
}

function walkSelections(
  walk: Walk,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType | undefined,
): void {
  for (const selection of selections) {
    walkDirectives(walk, selection.directives, () => nameOf(selection));
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      walk.found.spreads.add(selection.name.value);
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

function nameOf(selection: SelectionNode): string {
  if (selection.kind === Kind.FIELD) return `"${(selection.alias ?? selection.name).value}"`;
  const { selectionSet } = selection as { readonly selectionSet?: SelectionSetNode };
  const names = (selectionSet?.selections ?? []).flatMap((inner) =>
    inner.kind === Kind.FIELD ? nameOf(inner) : [],
  );
  return names.length > 0 ? names.slice(0, 5).join(', ') : 'a part of the answer';
}

/** What built-in directives do to a part of the answer; their arguments' own words do not say. */
const conditions = new Map([
  ['include', (part: string) => `Whether to include ${part}.`],
  ['skip', (part: string) => `Whether to leave out ${part}.`],
]);

function walkDirectives(
  walk: Walk,
  directives: readonly DirectiveNode[] | undefined,
  partOf: () => string,
): void {
  for (const { name, arguments: given } of directives ?? []) {
    const description = conditions.get(name.value)?.(partOf());
    walkArguments(walk, given, walk.schema.getDirective(name.value)?.args, description);
  }
}

function walkArguments(
  { found }: Walk,
  given: readonly ArgumentNode[] | undefined,
  known: readonly GraphQLArgument[] | undefined,
  description?: string,
): void {
  for (const { name, value } of given ?? []) {
    const argument = known?.find((candidate) => candidate.name === name.value);
    const place = { type: argument?.type, holder: argument };
    walkValue(found.uses, value, description === undefined ? place : { ...place, description });
  }
}

/** Where a value stands. */
interface ValuePlace {
  readonly type: GraphQLInputType | undefined;
  readonly holder: GraphQLArgument | GraphQLInputField | undefined;
  /** What is said of it, in place of what the holder says of itself. */
  readonly description?: string;
  readonly isItem?: boolean;
  readonly isChosen?: boolean;
}

function walkValue(uses: VariableUse[], value: ValueNode, place: ValuePlace): void {
  const { type, holder, isItem = false, isChosen = false } = place;
  if (value.kind === Kind.VARIABLE) {
    uses.push({
      variable: value.name.value,
      description: place.description ?? holder?.description ?? undefined,
      nonNull: isNonNullType(type),
      isChosen,
      feeds: holder?.type === type ? holder : undefined,
      directives: holder?.astNode?.directives ?? [],
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
      walkValue(uses, member, { type: field?.type, holder: field, isChosen: isMember });
    }
  }
}
