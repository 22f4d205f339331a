import { formatDiagnostic } from '../core/diagnostic.ts';
import type { Change } from './change.ts';
import { causeText, messageOf, tokenLine, witnessText } from './report-text.ts';
import type { Report } from './report.ts';
import { severities } from './severity.ts';
import { withVisibleTexts } from './visible-texts.ts';

/** More changes than this are not listed: a comment has its limits, and the log has them all. */
const maxListed = 100;

/** Writes a report as Markdown, for a comment on a pull request. */
export function formatMarkdown(written: Report): string {
  const report = withVisibleTexts(written);
  const { against, verdict, ok, failures, changes, findings, allowed, tokens } = report;
  const shown = changes.slice(0, maxListed);
  const lines = [
    `### ${ok ? '✅' : '❌'} Tool contract: ${verdict}`,
    '',
    `Compared with ${inline(against)}. ${tokenLine(tokens)}`,
    ...failures.map(({ message }) => `\n**Failed:** ${escape(message)}`),
    ...severities.flatMap((severity) =>
      table(
        severity,
        shown.filter((change) => change.severity === severity),
      ),
    ),
    ...(changes.length > shown.length
      ? ['', `… and ${changes.length - shown.length} more changes.`]
      : []),
    ...details('Findings of the compiler', findings.map(formatDiagnostic)),
    ...details(
      'Allowed',
      allowed.map(({ code, tool, reason }) => `${code} ${tool ?? ''}: ${reason}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function table(severity: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  return [
    '',
    `#### ${severity} (${changes.length})`,
    '',
    '| tool | change | |',
    '| --- | --- | --- |',
    ...changes.map(row),
  ];
}

function row(change: Change): string {
  const { tool, code, witness, causes } = change;
  const notes = [
    ...(witness ? [inline(witnessText(change, witness))] : []),
    ...causes.map((cause) => escape(causeText(cause))),
  ];
  return `| ${inline(tool)} | ${escape(messageOf(change))}<br>${inline(code)} | ${notes.join('<br>')} |`;
}

function details(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => `- ${escape(line)}`);
  return [
    '',
    `<details><summary>${title} (${lines.length})</summary>`,
    '',
    ...items,
    '',
    '</details>',
  ];
}

function inline(text: string): string {
  return `<code>${escape(text)}</code>`;
}

/** Whatever means something to Markdown becomes an entity: names and values come from outside. */
function escape(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ');
  return oneLine.replaceAll(/[&<>*_`|[\]\\~@#:!]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
