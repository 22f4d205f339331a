import { cutText, inertLine } from '../../core/text.ts';
import { formatDiagnostic, type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import type { Cause, Change, Witness } from '../diff/change.ts';
import { groupChanges, type ChangeGroup } from './group-changes.ts';
import type { Report, TokenCost } from './report.ts';
import { shownWitness } from './shown-witness.ts';
import { withVisibleTexts } from './visible-texts.ts';
import { severities, type ChangeSeverity } from '../diff/severity.ts';

/** How text is painted; plain text without it. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string;

const plain: Paint = (_, text) => text;

const colours: Readonly<Record<ChangeSeverity, 'red' | 'yellow' | 'green'>> = {
  breaking: 'red',
  dangerous: 'yellow',
  safe: 'green',
};

/** Writes a report for people. */
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

/** What is said in place of a comparison. */
export const nothingCompared = 'There was no lock to compare with.';

function section(
  severity: ChangeSeverity,
  changes: readonly Change[],
  paint: Paint,
): readonly string[] {
  const own = changes.filter((change) => change.severity === severity);
  if (own.length === 0) return [];
  const { groups, others } = groupChanges(own);
  const shown = { groups: groups.slice(0, maxListed), others: others.slice(0, maxListed) };
  const byTool = new Map<string, Change[]>();
  for (const change of shown.others) {
    const same = byTool.get(change.tool);
    if (same) same.push(change);
    else byTool.set(change.tool, [change]);
  }
  const told = [...shown.groups.flatMap((group) => group.changes), ...shown.others].length;
  return [
    '',
    paint(colours[severity], `${severity} (${own.length})`),
    ...shown.groups.flatMap((group) => groupLines(group, paint)),
    ...[...byTool].flatMap(([tool, same]) => toolLines(tool, same, paint)),
    ...(told < own.length
      ? [`  … and ${own.length - told} more changes; --format json lists them all.`]
      : []),
  ];
}

/** More of one kind than this, are not listed one by one. */
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

/** Names that are told of a group. */
const maxNames = 8;

/** Says which tools a change is in: `412 tools: a, b, c and 409 more`. */
export function toolsText({ tools }: ChangeGroup): string {
  const names = tools.slice(0, maxNames).map((name) => cutText(name, 100));
  const more = tools.length - names.length;
  return `${tools.length} tools: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
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

/** What changed, and at how many places. */
export function messageOf({ message, places = 1 }: Change): string {
  if (places === 1) return message;
  return `${message} The same at ${places - 1} other ${places === 2 ? 'place' : 'places'}.`;
}

/** Short texts only: a long one is read better in the difference of the lock file. */
export function differenceOf({ before, after }: Change): readonly DifferenceLine[] {
  if (before === undefined || after === undefined) return [];
  if (before.length + after.length >= 160 || /\n/.test(before + after)) return [];
  return [
    { sign: '-', text: before },
    { sign: '+', text: after },
  ];
}

/** A text as it was, or as it is. */
export interface DifferenceLine {
  readonly sign: '-' | '+';
  readonly text: string;
}

/** Says what a witness shows, in one line. */
export function witnessText(change: Change, witness: Witness): string {
  const { label, shown } = witnessParts(change, witness);
  return `${label}: ${shown}`;
}

/** What a witness shows, in words, and the witness itself. */
export function witnessParts(
  { tool, code, path = '' }: Change,
  { kind, value }: Witness,
): WitnessParts {
  const shown = shownWitness(value, path);
  if (kind === 'answer') return { label: 'an answer that is possible now', shown };
  const isNarrowed = code === 'INPUT_NARROWED';
  const label = `this call worked before${isNarrowed ? '' : ' under its name'}`;
  return { label, shown: `${tool} ${shown}` };
}

export interface WitnessParts {
  readonly label: string;
  readonly shown: string;
}

/** Says what made a change, in one line. */
export function causeText({ message, place }: Cause): string {
  return `because: ${message}${place ? ` (${formatPlace(place)})` : ''}`;
}

/** A fragment that does not fit makes the same finding in each operation that spreads it. */
export function findingLines(findings: readonly Diagnostic[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of findings.map(formatDiagnostic)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}

function list(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, maxListed).map((line) => `  ${line}`);
  const more = lines.length - shown.length;
  return ['', paint('bold', title), ...shown, ...(more > 0 ? [`  … and ${more} more.`] : [])];
}

/** Says what the tools cost to read, and what that changed. */
export function tokenLine({ before, now, budget }: TokenCost): string {
  const change = now - before;
  const sign = change > 0 ? '+' : '';
  const of = budget === undefined ? '' : `, of a budget of ${budget}`;
  return `The list of tools costs a model about ${now} tokens (${sign}${change})${of}.`;
}

function outcome(report: Report, paint: Paint): readonly string[] {
  const { ok, failures, changes, failOn, againstKind } = report;
  if (!ok) return failures.map(({ message }) => paint('red', `Failed: ${message}`));
  const isToBeLocked = againstKind === 'lock' && failOn.changes !== 'never' && changes.length > 0;
  const advice = isToBeLocked ? ['Run "check --update" to lock what changed.'] : [];
  return [paint('green', 'Passed.'), ...advice];
}
