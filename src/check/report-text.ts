import { formatDiagnostic } from '../core/diagnostic.ts';
import { formatPlace } from '../core/place.ts';
import type { Cause, Change, Witness } from './change.ts';
import type { Report, TokenCost } from './report.ts';
import { withVisibleTexts } from './visible-texts.ts';
import { changeKinds, severities, type ChangeSeverity } from './severity.ts';

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
  const { against, verdict, changes, findings, allowed, tokens } = report;
  const lines = [
    `Compared with ${against}: ${verdict === 'unchanged' ? 'nothing changed' : paint(colours[verdict], verdict)}.`,
    ...severities.flatMap((severity) => section(severity, changes, paint)),
    ...list('Findings of the compiler', findings.map(formatDiagnostic), paint),
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
  return `${lines.join('\n')}\n`;
}

function section(
  severity: ChangeSeverity,
  changes: readonly Change[],
  paint: Paint,
): readonly string[] {
  const own = changes.filter((change) => change.severity === severity);
  if (own.length === 0) return [];
  const byTool = new Map<string, Change[]>();
  for (const change of own) {
    const same = byTool.get(change.tool);
    if (same) same.push(change);
    else byTool.set(change.tool, [change]);
  }
  return [
    '',
    paint(colours[severity], `${severity} (${own.length})`),
    ...[...byTool].flatMap(([tool, same]) => toolLines(tool, same, paint)),
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
  const { code, before, after, witness, causes } = change;
  return [
    `    ${messageOf(change)} ${paint('dim', code)}`,
    ...(before !== undefined && after !== undefined ? difference(before, after) : []),
    ...(witness ? [`      ${witnessText(change, witness)}`] : []),
    ...causes.map((cause) => `      ${causeText(cause)}`),
  ];
}

/** What changed, and at how many places. */
export function messageOf({ message, places = 1 }: Change): string {
  if (places === 1) return message;
  return `${message} So at ${places - 1} other ${places === 2 ? 'place' : 'places'}.`;
}

/** Short texts only: a long one is read better in the difference of the lock file. */
function difference(before: string, after: string): readonly string[] {
  const isShort = before.length + after.length < 160 && !/\n/.test(before + after);
  return isShort ? [`      - ${before}`, `      + ${after}`] : [];
}

const maxWitnessLength = 400;

/** Says what a witness shows, in one line. */
export function witnessText({ tool, code }: Change, { kind, value }: Witness): string {
  const json = JSON.stringify(value);
  const shown = json.length > maxWitnessLength ? `${json.slice(0, maxWitnessLength)}…` : json;
  if (kind === 'answer') return `an answer that is possible now: ${shown}`;
  const isNarrowed = code === 'INPUT_NARROWED';
  return `this call worked before${isNarrowed ? '' : ' under its name'}: ${tool} ${shown}`;
}

/** Says what made a change, in one line. */
export function causeText({ message, place }: Cause): string {
  return `because: ${message}${place ? ` (${formatPlace(place)})` : ''}`;
}

function list(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  if (lines.length === 0) return [];
  return ['', paint('bold', title), ...lines.map((line) => `  ${line}`)];
}

/** Says what the tools cost to read, and what that changed. */
export function tokenLine({ before, now, budget }: TokenCost): string {
  const change = now - before;
  const sign = change > 0 ? '+' : '';
  const of = budget === undefined ? '' : `, of a budget of ${budget}`;
  return `The list of tools costs a model about ${now} tokens (${sign}${change})${of}.`;
}

function outcome(report: Report, paint: Paint): readonly string[] {
  const { ok, failures, changes, failOn } = report;
  if (!ok) return failures.map(({ message }) => paint('red', `Failed: ${message}`));
  if (changes.length === 0 || failOn.changes === 'never') return [paint('green', 'Passed.')];
  return [paint('green', 'Passed.'), 'Run "check --update" to lock what changed.'];
}

/** The title of a change's kind. */
export function titleOf({ code }: Change): string {
  return changeKinds[code].title;
}
