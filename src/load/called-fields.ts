import {
  getOperationAST,
  Kind,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { keyOf } from './root-fields.ts';

/**
 * The keys of the root fields that a valid document of one operation calls, whatever their aliases
 * are and in whatever fragment they stand.
 */
export function calledFields(text: string): ReadonlySet<string> {
  const document = parse(text, { noLocation: true });
  const operation = getOperationAST(document);
  if (!operation || operation.operation === 'subscription') return new Set();
  const kind = operation.operation;
  const names = namesIn(operation.selectionSet, fragmentsOf(document));
  return new Set(names.map((name) => keyOf(kind, name)));
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

function namesIn({ selections }: SelectionSetNode, fragments: Fragments): readonly string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return namesIn(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment ? namesIn(fragment.selectionSet, fragments) : [];
  });
}
