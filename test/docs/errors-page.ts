import { classifications, classificationOfStatus } from '../../src/core/classification.ts';
import { dialects } from '../../src/result/classify/dialects.ts';
import {
  genericCodes,
  barePatterns,
  documentPatterns,
  inputPatterns,
  schemaPatterns,
} from '../../src/result/classify/conventions.ts';
import { type GeneratedParts, replaceParts, table } from './generated.ts';
import { nextMoves } from '../../src/result/next-moves.ts';

/** Writes the generated tables of `docs/errors.md` anew. */
export function errorsPage(written: string): string {
  return replaceParts(written, tables);
}

const tables: GeneratedParts = {
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
        ...schemaPatterns.map(({ source }) => [
          source,
          'a value that the schema refuses',
          '`UPSTREAM_MISMATCH`',
        ]),
        ...inputPatterns.map(({ source }) => [source, 'any other value', '`BAD_REQUEST`']),
        ...documentPatterns.map(({ source }) => [source, 'the document', '`UPSTREAM_MISMATCH`']),
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
