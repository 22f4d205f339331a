import type { GraphQLObjectType, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import type { ToolOptions } from '../config/options.ts';
import { commentAbove } from './comment-above.ts';
import { cutBytes, cutText, plainText } from './plain-text.ts';

/** Longest description of a tool, in UTF-8 bytes: what clients show a model before they cut. */
export const maxToolDescriptionBytes = 2_000;

/** Longest description of an argument or another part of a schema, in UTF-16 units. */
export const maxPartDescriptionLength = 1_024;

/**
 * Describes a tool by what is nearest to it: the settings, the operation's own description
 * (GraphQL September 2025), the comment above it, its root fields' descriptions, its title.
 */
export function describeTool(
  operation: OperationDefinitionNode,
  rootType: GraphQLObjectType,
  options: ToolOptions,
  title: string,
): string {
  const text =
    firstText([
      options.description,
      operation.description?.value,
      commentAbove(operation),
      rootDescriptions(operation.selectionSet, rootType),
    ]) ?? `${title}.`;
  return cutBytes(text, maxToolDescriptionBytes);
}

/** The first text that is not empty once it is made plain. */
export function firstText(candidates: readonly (string | null | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    const text = plainText(candidate ?? '');
    if (text !== '') return text;
  }
  return undefined;
}

/** Joins what is said of a part of a schema, most important first, within the budget. */
export function describePart(parts: readonly (string | undefined)[]): string | undefined {
  const text = parts.filter((part) => part !== undefined && part !== '').join(' ');
  return text === '' ? undefined : cutText(text, maxPartDescriptionLength);
}

function rootDescriptions(
  selectionSet: SelectionSetNode,
  rootType: GraphQLObjectType,
): string | undefined {
  const fields = rootType.getFields();
  const names = selectionSet.selections.flatMap((selection) =>
    selection.kind === 'Field' ? [selection.name.value] : [],
  );
  const texts = [...new Set(names)].map((name) => fields[name]?.description ?? '');
  return texts.filter((text) => text !== '').join('\n');
}
