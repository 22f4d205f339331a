import { formatPlace } from '../../core/diagnostic.ts';
import { groupBy } from '../../core/memo.ts';
import { inertLine } from '../../core/text.ts';
import type { Change } from '../diff/change.ts';
import { severities, type ChangeSeverity } from '../diff/severity.ts';
import { groupChanges, type ChangeGroup } from './group-changes.ts';
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
  const { groups, others } = groupChanges(matching);
  const shown = { groups: groups.slice(0, maxListed), others: others.slice(0, maxListed) };
  const byTool = groupBy(shown.others, ({ tool }) => tool);
  const listed = [...shown.groups.flatMap((group) => group.changes), ...shown.others].length;
  return [
    '',
    paint(colours[severity], `${severity} (${matching.length})`),
    ...shown.groups.flatMap((group) => groupLines(group, paint)),
    ...[...byTool].flatMap(([tool, same]) => toolLines(tool, same, paint)),
    ...(listed < matching.length
      ? [`  … and ${matching.length - listed} more changes; --format json lists them all.`]
      : []),
  ];
}

/** The most items of one kind that are listed. */
const maxListed = 100;

function groupLines(group: ChangeGroup, paint: Paint): readonly string[] {
  const { example, message } = group;
  const { code, witness, causes, place } = example;
  return [
    `  ${paint('bold', toolsText(group))}`,
    `    ${message} ${paint('dim', code)}`,
    `      for example ${example.tool}${place ? `, ${formatPlace(place)}` : ''}: ${messageOf(example)}`,
    ...(witness ? [`      ${witnessText(example, witness)}`] : []),
    ...causes.map((cause) => `      ${causeText(cause)}`),
  ];
}

function toolLines(tool: string, changes: readonly Change[], paint: Paint): readonly string[] {
  const place = changes.find((change) => change.place)?.place;
  return [
    `  ${paint('bold', tool)}${place ? `  ${paint('dim', formatPlace(place))}` : ''}`,
    ...changes.flatMap((change) => changeLines(change, paint)),
  ];
}

function changeLines(change: Change, paint: Paint): readonly string[] {
  const { code, witness, causes } = change;
  return [
    `    ${messageOf(change)} ${paint('dim', code)}`,
    ...differenceOf(change).map((line) => `      ${line.sign} ${line.text}`),
    ...(witness ? [`      ${witnessText(change, witness)}`] : []),
    ...causes.map((cause) => `      ${causeText(cause)}`),
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
