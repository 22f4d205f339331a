import {
  Kind,
  print,
  visit,
  type DirectiveNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';
import { sha256Hex } from '../core/text.ts';
import { lazy, memoize, memoizeWeakly } from '../core/memo.ts';
import { withoutGatewayDirectives } from './directives.ts';
import type { Definitions } from './model/scopes.ts';

/**
 * Creates the function that turns the definitions of an operation into those sent upstream: without
 * the gateway's directives, `@defer`, `@stream` and descriptions. Operations that share a fragment
 * share its node. `name` is for anonymous operations.
 */
export function createStripper(): (written: Definitions, name: string) => Definitions {
  const strip = memoize(stripFragment);
  return (written, name) => {
    const fragments = written.fragments.map(strip);
    const operation = stripOperation(written.operation, name);
    const isChanged =
      operation.selectionSet !== written.operation.selectionSet ||
      fragments.some(
        ({ selectionSet }, at) => selectionSet !== written.fragments[at]?.selectionSet,
      );
    return { operation: isChanged ? withoutUnused(operation, fragments) : operation, fragments };
  };
}

function stripFragment(fragment: FragmentDefinitionNode): FragmentDefinitionNode {
  const { description: _, ...rest } = fragment;
  return { ...rest, selectionSet: stripIncremental(fragment.selectionSet) };
}

function stripOperation(written: OperationDefinitionNode, name: string): OperationDefinitionNode {
  const { description: _, variableDefinitions, ...rest } = withoutGatewayDirectives(written);
  return {
    ...rest,
    name: written.name ?? { kind: Kind.NAME, value: name },
    ...(variableDefinitions && {
      variableDefinitions: variableDefinitions.map(withoutDescription),
    }),
    selectionSet: stripIncremental(written.selectionSet),
  };
}

function withoutDescription(definition: VariableDefinitionNode): VariableDefinitionNode {
  if (definition.description === undefined) return definition;
  const { description: _, ...rest } = definition;
  return rest;
}

/** Removes variables that only `@defer` or `@stream` used; servers reject unused variables. */
function withoutUnused(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): OperationDefinitionNode {
  const { variableDefinitions } = operation;
  if (variableDefinitions === undefined) return operation;
  const used = new Set([operation, ...fragments].flatMap(variablesIn));
  const isUsed = ({ variable }: VariableDefinitionNode): boolean => used.has(variable.name.value);
  return { ...operation, variableDefinitions: variableDefinitions.filter(isUsed) };
}

function variablesIn({
  directives = [],
  selectionSet,
}: OperationDefinitionNode | FragmentDefinitionNode): readonly string[] {
  const names: string[] = [];
  for (const node of [...directives, selectionSet]) {
    visit(node, { Variable: ({ name }) => void names.push(name.value) });
  }
  return names;
}

/**
 * Removes `@defer` and `@stream` from a selection set, because a tool has one answer. Returns the same
 * node if there are none.
 */
function stripIncremental(set: SelectionSetNode): SelectionSetNode {
  let isChanged = false;
  const selections = set.selections.map((selection) => {
    const stripped = stripSelection(selection);
    isChanged ||= stripped !== selection;
    return stripped;
  });
  return isChanged ? { ...set, selections } : set;
}

function stripSelection(selection: SelectionNode): SelectionNode {
  const stripped = selection.directives?.some(isIncremental)
    ? { ...selection, directives: selection.directives.filter((one) => !isIncremental(one)) }
    : selection;
  if (stripped.kind === Kind.FRAGMENT_SPREAD || !stripped.selectionSet) return stripped;
  const selectionSet = stripIncremental(stripped.selectionSet);
  return selectionSet === stripped.selectionSet ? stripped : { ...stripped, selectionSet };
}

function isIncremental({ name }: DirectiveNode): boolean {
  return name.value === 'defer' || name.value === 'stream';
}

/** The document sent upstream. */
export interface SentDocument {
  /** The operation, then its fragments in the order it mentions them; printed at the first use. */
  readonly document: string;
  /** SHA-256 of `document`. */
  readonly hash: string;
}

/**
 * Creates the function that prints definitions, so that files that differ only in layout and comments
 * give the same document. Each fragment is printed once.
 */
export function createDocumentPrinter(): (definitions: Definitions) => SentDocument {
  // weak, because tools outlive the load: a node refers to all tokens of its file
  const printFragment = memoizeWeakly<FragmentDefinitionNode, string>(print);
  return (definitions) => {
    const document = lazyDocument(definitions, printFragment);
    const hash = lazy(() => sha256Hex(document()));
    return {
      get document() {
        return document();
      },
      get hash() {
        return hash();
      },
    };
  };
}

/** A function of its own, so that the closures of its caller do not hold the definitions. */
function lazyDocument(
  { operation, fragments }: Definitions,
  printFragment: (fragment: FragmentDefinitionNode) => string,
): () => string {
  return lazy(() => [print(operation), ...fragments.map(printFragment)].join('\n\n'));
}
