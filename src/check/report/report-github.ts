import { cutText } from '../../core/text.ts';
import { itemsOf } from './report-items.ts';
import type { Report } from './report.ts';
import { withVisibleTexts } from './wording.ts';

/** The longest message of an annotation, in UTF-16 code units. */
const maxMessageLength = 4_000;

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/**
 * Formats a report as workflow commands of GitHub Actions, which become annotations at file and line.
 *
 * Escapes percent signs and line breaks, and in properties colons and commas, as
 * https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts does.
 */
export function formatGithub(written: Report): string {
  const report = withVisibleTexts(written);
  const items = itemsOf(report).map(({ level, title, message, place }) => {
    const at = place ? { file: place.file, line: place.line, col: place.column } : {};
    return command(commands[level], { ...at, title }, cutText(message, maxMessageLength));
  });
  const failures = report.failures
    .filter(({ kind }) => kind === 'budget')
    .map(({ message }) => command('error', { title: 'token budget' }, message));
  const lines = [...items, ...failures];
  return lines.map((line) => `${line}\n`).join('');
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  return `::${name} ${written.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
