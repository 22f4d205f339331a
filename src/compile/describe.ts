import type { GraphQLObjectType } from 'graphql';
import type { ToolOptions } from '../config/upstream-options.ts';
import { cutBytes, plainText, utf8Length } from '../core/text.ts';
import type { ToolAnnotations } from '../core/tool.ts';
import { fieldsOf } from '../core/walk-selections.ts';
import type { OperationSource } from '../load/operations/operation-sources.ts';
import { commentAbove, firstText, maxToolDescriptionBytes } from './model/texts.ts';

/** The description of a tool. */
export interface ToolDescription {
  readonly text: string;
  /** Whether it only repeats the title. */
  readonly isTitle: boolean;
}

/**
 * Describes a tool by the first of: the settings, the operation's description (GraphQL September
 * 2025), the comment above it, the descriptions of its root fields, its title. Deprecated root fields
 * are noted in any case.
 */
export function describeTool(
  { operation, fragments }: Pick<OperationSource, 'operation' | 'fragments'>,
  rootType: GraphQLObjectType,
  options: ToolOptions,
  title: string,
): ToolDescription {
  const definitions = rootType.getFields();
  const selected = [...fieldsOf([operation.selectionSet], fragments)];
  const fields = [...new Set(selected.flatMap(({ name }) => definitions[name.value] ?? []))];
  const description = firstText([
    options.description,
    operation.description?.value,
    commentAbove(operation),
    fields.map((field) => field.description ?? '').join('\n'),
  ]);
  const text = description ?? `${title}.`;
  const isTitle = description === undefined;
  const deprecated = fields.flatMap(({ name, deprecationReason }) =>
    deprecationReason ? `Deprecated (${name}): ${plainText(deprecationReason)}` : [],
  );
  const notes = cutBytes(deprecated.join('\n'), maxToolDescriptionBytes / 4);
  if (notes === '') return { text: cutBytes(text, maxToolDescriptionBytes), isTitle };
  const left = maxToolDescriptionBytes - utf8Length(notes) - 1;
  return { text: `${cutBytes(text, left)}\n${notes}`, isTitle };
}

/**
 * Returns the title of a tool: the configured one, or one derived from a name:
 * `recommendMoviesForMood` → `Recommend movies for mood`, `GetHTTPStatus_v2` → `Get HTTP status v2`.
 */
export function titleOf(name: string, configured = ''): string {
  const title = plainText(configured);
  if (title !== '') return title;
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][a-z\d]*$/.test(word) && word.length > 1 ? word.toLowerCase() : word));
  const text = words.join(' ');
  return text === '' ? name : `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

/**
 * Returns the annotations of a tool, always all four.
 *
 * | hint              | query | mutation |
 * | ----------------- | ----- | -------- |
 * | `readOnlyHint`    | true  | false    |
 * | `destructiveHint` | false | true     |
 * | `idempotentHint`  | true  | false    |
 * | `openWorldHint`   | true  | true     |
 */
export function annotationsOf(
  kind: 'query' | 'mutation',
  options: Pick<ToolOptions, 'readOnly' | 'destructive' | 'idempotent' | 'openWorld'>,
): ToolAnnotations {
  const { readOnly = kind === 'query', openWorld = true } = options;
  const { destructive = !readOnly, idempotent = readOnly } = options;
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}
