import {
  isCompositeType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionSetNode,
} from 'graphql';
import { presenceOf, type Presence, conditionApplies, type RuntimeType } from './conditions.ts';

/** A selection set of an object; it is conditional if the object may lack its fields. */
export interface Selection {
  readonly set: SelectionSetNode;
  readonly conditional: boolean;
}

/** One field node of a response name. */
export interface Occurrence {
  readonly node: FieldNode;
  /** The type the field is selected on: the innermost type condition around it. */
  readonly parent: GraphQLCompositeType;
  /** Whether it depends on a variable or on an unknown type. */
  conditional: boolean;
}

/** The field nodes of each response name, in the order of the answer. */
export type CollectedFields = ReadonlyMap<string, readonly [Occurrence, ...Occurrence[]]>;

/** The schema and the fragments of a selection. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * Collects the fields of an object of one runtime type, before the variables are known.
 *
 * Follows `CollectFields` of the specification with one difference: a selection that depends on a
 * variable is conditional, and so is everything within it. A fragment is entered once, and a second
 * time if its first spread was conditional and a later one is not.
 *
 * See https://spec.graphql.org/September2025/#CollectFields().
 */
export function collectFields(
  context: SelectionContext,
  runtime: RuntimeType,
  declared: GraphQLCompositeType,
  selections: readonly Selection[],
): CollectedFields {
  const collector: Collector = { context, runtime, fields: new Map(), spreads: new Map() };
  for (const { set, conditional } of selections) {
    collectSet(collector, set, { parent: declared, conditional });
  }
  return collector.fields;
}

interface Collector {
  readonly context: SelectionContext;
  readonly runtime: RuntimeType;
  readonly fields: Map<string, [Occurrence, ...Occurrence[]]>;
  /** The fragments entered, and whether only conditionally. */
  readonly spreads: Map<string, boolean>;
}

/** The type and the condition around a selection. */
type Surroundings = Omit<Occurrence, 'node'>;

function collectSet(collector: Collector, set: SelectionSetNode, around: Surroundings): void {
  for (const selection of set.selections) {
    const within = narrow(around, presenceOf(selection));
    if (within === undefined) continue;
    if (selection.kind === Kind.FIELD) {
      addField(collector, selection, within);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collectFragment(collector, selection, within);
    } else {
      collectSpread(collector, selection.name.value, within);
    }
  }
}

function narrow(around: Surroundings, presence: Presence): Surroundings | undefined {
  if (presence === 'never') return undefined;
  return presence === 'always' ? around : { parent: around.parent, conditional: true };
}

function addField({ fields }: Collector, node: FieldNode, around: Surroundings): void {
  const key = (node.alias ?? node.name).value;
  const { parent, conditional } = around;
  const occurrences = fields.get(key);
  if (occurrences === undefined) {
    fields.set(key, [{ node, parent, conditional }]);
    return;
  }
  const known = occurrences.find((occurrence) => occurrence.node === node);
  if (known === undefined) occurrences.push({ node, parent, conditional });
  else if (!conditional) known.conditional = false;
}

function collectSpread(collector: Collector, name: string, around: Surroundings): void {
  const fragment = collector.context.fragments.get(name);
  if (fragment === undefined) return;
  const enteredConditionally = collector.spreads.get(name);
  const nothingNew = enteredConditionally === false || (enteredConditionally && around.conditional);
  if (nothingNew) return;
  collector.spreads.set(name, around.conditional);
  collectFragment(collector, fragment, around);
}

function collectFragment(
  collector: Collector,
  { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
  around: Surroundings,
): void {
  if (typeCondition === undefined) return collectSet(collector, selectionSet, around);
  const { schema } = collector.context;
  const parent = schema.getType(typeCondition.name.value);
  if (!isCompositeType(parent)) return;
  const { conditional } = around;
  const within = narrow(
    { parent, conditional },
    conditionApplies(parent, collector.runtime, schema),
  );
  if (within !== undefined) collectSet(collector, selectionSet, within);
}
