import { classifications, classificationOfStatus } from '../../src/core/classification.ts';
import { dialects } from '../../src/result/dialects.ts';
import {
  genericCodes,
  barePatterns,
  documentPatterns,
  inputPatterns,
} from '../../src/result/conventions.ts';
import { nextMoves } from '../../src/result/next-moves.ts';

/** The tables of `docs/errors.md`, by the name in their markers, as the code has them. */
export const errorTables: Readonly<Record<string, () => string>> = {
  classifications: () =>
    table(
      ['classification', 'next move of the agent'],
      classifications.map((name) => [`\`${name}\``, nextMoves[name]]),
    ),
  statuses: () =>
    table(
      ['status', 'classification'],
      [...Array(600).keys()]
        .filter((status) => isListed(status))
        .map((status) => [String(status), `\`${classificationOfStatus(status)}\``]),
    ),
  dialects: () =>
    table(
      ['server', 'where', 'classification', 'codes'],
      dialects.flatMap(({ server, places, codes }) =>
        Object.entries(codes).map(([classification, list], index) => [
          index === 0 ? server : '',
          index === 0 ? places.map((place) => `\`${place}\``).join(', ') : '',
          `\`${classification}\``,
          quoted(list),
        ]),
      ),
    ),
  sources: () =>
    table(
      ['server', 'source'],
      dialects.map(({ server, source }) => [server, source]),
    ),
  conventions: () =>
    table(
      ['classification', 'codes'],
      Object.entries(genericCodes).map(([name, list]) => [`\`${name}\``, quoted(list)]),
    ),
  messages: () =>
    table(
      ['messages of', 'about', 'classification'],
      [
        ...inputPatterns.map((each) => [each.source, 'a variable', `\`${each.classification}\``]),
        ...documentPatterns.map((each) => [
          each.source,
          'the document',
          `\`${each.classification}\``,
        ]),
        ...barePatterns.map((each) => [each.source, 'anything', `\`${each.classification}\``]),
      ],
    ),
};

/** Statuses that stand for themselves in the table; the rest of their hundred is in the text. */
function isListed(status: number): boolean {
  const classification = classificationOfStatus(status);
  if (classification === undefined || status < 400) return false;
  return classification !== (status >= 500 ? 'INTERNAL_ERROR' : 'UPSTREAM_MISMATCH');
}

function quoted(list: string): string {
  return list
    .split(', ')
    .map((code) => `\`${code}\``)
    .join(', ');
}

/** Writes a Markdown table with columns as wide as their widest cell, as prettier does. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
