import { Kind, type GraphQLField, type GraphQLObjectType, type SelectionSetNode } from 'graphql';
import type { ToolOptions } from '../config/upstream-options.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import { commentAbove, firstText, maxToolDescriptionBytes } from './model/texts.ts';
import { cutBytes, plainText, utf8Length } from '../core/text.ts';

/** What a model reads of a tool. */
export interface ToolDescription {
  readonly text: string;
  /** Whether it says more than the title. */
  readonly saysMore: boolean;
}

/**
 * Describes a tool by what is nearest to it: the settings, the operation's own description
 * (GraphQL September 2025), the comment above it, its root fields' descriptions, its title. That a
 * root field is deprecated is said in any case.
 */
export function describeTool(
  { operation, fragments }: Pick<OperationSource, 'operation' | 'fragments'>,
  rootType: GraphQLObjectType,
  options: ToolOptions,
  title: string,
): ToolDescription {
  const fields = rootFieldsOf(operation.selectionSet, rootType, fragments);
  const own = firstText([
    options.description,
    operation.description?.value,
    commentAbove(operation),
    fields.map(({ description }) => description ?? '').join('\n'),
  ]);
  const text = own ?? `${title}.`;
  const saysMore = own !== undefined;
  const deprecated = fields.flatMap(({ name, deprecationReason }) =>
    deprecationReason ? `Deprecated (${name}): ${plainText(deprecationReason)}` : [],
  );
  const notes = cutBytes(deprecated.join('\n'), maxToolDescriptionBytes / 4);
  if (notes === '') return { text: cutBytes(text, maxToolDescriptionBytes), saysMore };
  const left = maxToolDescriptionBytes - utf8Length(notes) - 1;
  return { text: `${cutBytes(text, left)}\n${notes}`, saysMore };
}

/** The root fields that an operation selects, each once, those of fragments among them. */
function rootFieldsOf(
  root: SelectionSetNode,
  rootType: GraphQLObjectType,
  fragments: OperationSource['fragments'],
): readonly GraphQLField<unknown, unknown>[] {
  const known = rootType.getFields();
  const found = new Set<GraphQLField<unknown, unknown>>();
  // a set that grows while it is walked: fragments may spread each other
  const sets = new Set([root]);
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const field = known[selection.name.value];
        if (field) found.add(field);
        continue;
      }
      const within =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (within) sets.add(within.selectionSet);
    }
  }
  return [...found];
}
