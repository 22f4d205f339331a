import { formatPlace } from '../../core/diagnostic.ts';
import { inertLine } from '../../core/text.ts';
import type { Change } from '../diff/change.ts';
import { severities, type ChangeSeverity } from '../diff/severity.ts';
import { entriesOf, type ReportEntry } from './entries.ts';
import type { Report } from './report.ts';
import {
  causeText,
  differenceOf,
  findingLines,
  messageOf,
  nothingCompared,
  tokenLine,
  toolsText,
  withVisibleTexts,
  witnessText,
} from './wording.ts';

/** Applies a terminal style to a text. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string;

const plain: Paint = (_, text) => text;

const colours: Readonly<Record<ChangeSeverity, 'red' | 'yellow' | 'green'>> = {
  breaking: 'red',
  dangerous: 'yellow',
  safe: 'green',
};

/** Formats a report as text for a terminal. */
export function formatText(written: Report, paint: Paint = plain): string {
  const report = withVisibleTexts(written);
  const { changes, findings, allowed, tokens } = report;
  const lines = [
    comparedText(report, paint),
    ...severities.flatMap((severity) => section(severity, changes, paint)),
    ...list('Findings of the compiler', findingLines(findings), paint),
    ...list(
      'Allowed',
      allowed.map(
        ({ code, tool, message, reason }) => `${code} ${tool ?? ''}: ${message} (${reason})`,
      ),
      paint,
    ),
    '',
    tokenLine(tokens),
    ...outcome(report, paint),
  ];
  return lines.map((line) => `${inertLine(line)}\n`).join('');
}

function comparedText({ against, againstKind, verdict }: Report, paint: Paint): string {
  if (againstKind === 'nothing') return nothingCompared;
  const found = verdict === 'unchanged' ? 'nothing changed' : paint(colours[verdict], verdict);
  return `Compared with ${against}: ${found}.`;
}

function section(
  severity: ChangeSeverity,
  changes: readonly Change[],
  paint: Paint,
): readonly string[] {
  const matching = changes.filter((change) => change.severity === severity);
  if (matching.length === 0) return [];
  const entries = entriesOf(matching).slice(0, maxListed);
  const left = matching.length - entries.reduce((sum, { count }) => sum + count, 0);
  return [
    '',
    paint(colours[severity], `${severity} (${matching.length})`),
    ...entries.flatMap((entry, index) => [
      ...headingOf(entry, entries[index - 1], paint),
      ...entryLines(entry, paint),
    ]),
    ...(left > 0 ? [`  … and ${left} more changes; --format json lists them all.`] : []),
  ];
}

/** The most items of one kind that are listed. */
const maxListed = 100;

/** The changes of one tool have one heading. */
function headingOf(
  { tools, example: { tool, place } }: ReportEntry,
  before: ReportEntry | undefined,
  paint: Paint,
): readonly string[] {
  if (tools.length > 1) return [`  ${paint('bold', toolsText(tools))}`];
  if (before?.tools.length === 1 && before.example.tool === tool) return [];
  return [`  ${paint('bold', tool)}${place ? `  ${paint('dim', formatPlace(place))}` : ''}`];
}

function entryLines({ tools, message, example }: ReportEntry, paint: Paint): readonly string[] {
  const { tool, code, witness, causes, place } = example;
  const at = place ? `, ${formatPlace(place)}` : '';
  const details =
    tools.length > 1
      ? [`for example ${tool}${at}: ${messageOf(example)}`]
      : differenceOf(example).map(({ sign, text }) => `${sign} ${text}`);
  const notes = [...(witness ? [witnessText(example, witness)] : []), ...causes.map(causeText)];
  return [
    `    ${message} ${paint('dim', code)}`,
    ...[...details, ...notes].map((line) => `      ${line}`),
  ];
}

function list(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, maxListed).map((line) => `  ${line}`);
  const more = lines.length - shown.length;
  return ['', paint('bold', title), ...shown, ...(more > 0 ? [`  … and ${more} more.`] : [])];
}

function outcome(report: Report, paint: Paint): readonly string[] {
  const { ok, failures, changes, failOn, againstKind } = report;
  if (!ok) return failures.map(({ message }) => paint('red', `Failed: ${message}`));
  const isToBeLocked = againstKind === 'lock' && failOn.changes !== 'never' && changes.length > 0;
  const advice = isToBeLocked ? ['Run "check --update" to lock what changed.'] : [];
  return [paint('green', 'Passed.'), ...advice];
}
