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

/** A selection set that contributes to an object; conditional when the object may do without it. */
export interface Selection {
  readonly set: SelectionSetNode;
  readonly conditional: boolean;
}

/** One field node behind a response name. */
export interface Occurrence {
  readonly node: FieldNode;
  /** The type the field is selected on: the innermost type condition around it. */
  readonly parent: GraphQLCompositeType;
  /** Whether a variable, or a type nobody knows yet, decides about it. */
  conditional: boolean;
}

/** The field nodes of each response name, in the order of the answer. */
export type CollectedFields = ReadonlyMap<string, readonly [Occurrence, ...Occurrence[]]>;

/** What a selection is read against. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * Collects the fields that an object of one runtime type answers with, before any variable is known.
 *
 * Follows `CollectFields` of the specification, but for one thing: where a variable decides, the
 * selection is taken as conditional, and conditions are inherited by everything beneath. A fragment
 * is entered once, and once more if it turns out to be unconditional after all.
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
  /** Fragments entered so far, and whether only conditionally. */
  readonly spreads: Map<string, boolean>;
}

/** What surrounds a selection. */
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
