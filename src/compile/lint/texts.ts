import { maxPartDescriptionLength, maxToolDescriptionBytes } from '../model/texts.ts';
import { utf8Length } from '../../core/text.ts';
import { isHarmless, valuesOf } from './plain-parts.ts';
import type { Objection, SchemaPart, SeenTool, ToolRule } from './seen-tool.ts';

/**
 * Titles and descriptions: not empty, within what clients show, cut between characters, and without
 * characters that a model reads and a person does not see.
 *
 * Descriptions in an output schema are made of GraphQL names alone, and are not looked at.
 */
export const texts: ToolRule = (tool, parts) => [
  ...emptyTexts(tool),
  ...textsOf(tool, parts).flatMap(({ where, text, isTooLong }) => [
    ...(isTooLong ? [tooLong(where)] : []),
    ...(isHarmless(text) ? [] : [hidden(where)]),
  ]),
];

interface LocatedText {
  readonly where: string;
  readonly text: string;
  readonly isTooLong: boolean;
}

function textsOf(
  { title, description }: SeenTool,
  parts: readonly SchemaPart[],
): readonly LocatedText[] {
  const ofTool = {
    where: 'The description',
    text: description,
    isTooLong: utf8Length(description) > maxToolDescriptionBytes,
  };
  const ofParts = parts.flatMap(({ path, schema }) =>
    schema.description === undefined
      ? []
      : {
          where: `The description of "${path.join('.')}"`,
          text: schema.description,
          isTooLong: schema.description.length > maxPartDescriptionLength,
        },
  );
  const values = parts.map(({ path, schema }) => ({
    where: `The default of "${path.join('.')}", or an example of it,`,
    text: valuesOf(schema),
    isTooLong: false,
  }));
  return [{ where: 'The title', text: title, isTooLong: false }, ofTool, ...ofParts, ...values];
}

function emptyTexts({ title, description }: SeenTool): readonly Objection[] {
  if (title.trim() !== '' && description.trim() !== '') return [];
  return [
    {
      severity: 'error',
      code: 'TOOL_TEXT_MISSING',
      message: 'The tool has no title, or no description.',
      hint: 'Describe the operation, or use @mcpTool(title:, description:).',
    },
  ];
}

function tooLong(where: string): Objection {
  return {
    severity: 'warning',
    code: 'TEXT_TOO_LONG',
    message: `${where} is longer than clients show.`,
    hint: 'Shorten it, the most important first.',
  };
}

function hidden(where: string): Objection {
  return {
    severity: 'warning',
    code: 'TEXT_HIDDEN_CHARACTERS',
    message: `${where} holds characters that nobody sees, but a model reads.`,
    hint: 'Remove control characters, zero-width characters and bidirectional marks.',
  };
}
