import { formatDiagnostic, formatPlace, type Diagnostic } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { escapeInvisible, cutText, formatCount, listTexts } from '../../core/text.ts';
import type { Cause, Change, Witness } from '../diff/change.ts';
import type { Report, TokenCost } from './report.ts';

/** The text in place of a comparison if there is no lock. */
export const nothingCompared = 'There was no lock to compare with.';

/** The message of a change, with the number of places. */
export function messageOf({ message, places = 1 }: Change): string {
  if (places === 1) return message;
  return `${message} The same at ${places - 1} other ${places === 2 ? 'place' : 'places'}.`;
}

/** The text before and after a change; long texts are left to the diff of the lock file. */
export function differenceOf({ before, after }: Change): readonly DifferenceLine[] {
  if (before === undefined || after === undefined) return [];
  if (before.length + after.length >= 160 || /\n/.test(before + after)) return [];
  return [
    { sign: '-', text: before },
    { sign: '+', text: after },
  ];
}

/** The text before (`-`) or after (`+`) a change. */
export interface DifferenceLine {
  readonly sign: '-' | '+';
  readonly text: string;
}

/** Formats a counterexample on one line. */
export function witnessText(change: Change, witness: Witness): string {
  const { label, shown } = witnessParts(change, witness);
  return `${label}: ${shown}`;
}

/** Returns the label of a counterexample, and its value as text. */
export function witnessParts(
  { tool, code, path = '' }: Change,
  { kind, value }: Witness,
): WitnessParts {
  const shown = excerptOf(value, path);
  if (kind === 'answer') return { label: 'an answer that is possible now', shown };
  const isNarrowed = code === 'INPUT_NARROWED';
  const label = `this call worked before${isNarrowed ? '' : ' under its name'}`;
  return { label, shown: `${tool} ${shown}` };
}

export interface WitnessParts {
  readonly label: string;
  readonly shown: string;
}

/** Formats a cause on one line. */
export function causeText({ message, place }: Cause): string {
  return `because: ${message}${place ? ` (${formatPlace(place)})` : ''}`;
}

/** Formats diagnostics on one line each; equal ones (of a shared fragment) once with their number. */
export function findingLines(findings: readonly Diagnostic[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of findings.map(formatDiagnostic)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}

/** Lists the tools of an entry: `412 tools: a, b, c and 409 more`. */
export function toolsText(tools: readonly string[]): string {
  const names = tools.map((name) => cutText(name, 100));
  return `${tools.length} tools: ${listTexts(names, { max: 8 })}`;
}

/** Formats the token cost of the tool list and its change. */
export function tokenLine({ before, now, budget }: TokenCost): string {
  const change = now - before;
  const sign = change > 0 ? '+' : '';
  const difference = change === 0 ? 'unchanged' : `${sign}${formatCount(change)}`;
  const limit = budget === undefined ? '' : `, budget ${formatCount(budget)}`;
  return `Tool list: about ${formatCount(now)} tokens (${difference})${limit}.`;
}

/**
 * Escapes invisible characters in all texts of a report: a changed text may try to hide something from
 * its reviewer.
 */
export function withVisibleTexts(report: Report): Report {
  const show = (_: string, value: unknown) =>
    typeof value === 'string' ? escapeInvisible(value) : value;
  return JSON.parse(JSON.stringify(report), show) as Report;
}

/** The longest counterexample that is printed whole, in characters. */
const maxLength = 400;

/** The longest value at the end of the path, in characters. */
const maxEndLength = 200;

/**
 * Formats a counterexample on one line, reduced to the path of the change if it is long:
 * `{…,"movies":[{…,"name":null}]}`.
 */
function excerptOf(value: JsonValue, path: string): string {
  const json = JSON.stringify(value);
  if (json.length <= maxLength) return json;
  return cutText(path === '' ? json : focused(value, path.split('.')), maxLength);
}

function focused(value: JsonValue, [step, ...further]: readonly string[]): string {
  if (step === undefined) return cutText(JSON.stringify(value), maxEndLength);
  const [name = ''] = step.split('[]');
  const isMember = isJsonObject(value) && Object.hasOwn(value, name);
  // an absent member is visible from its siblings
  if (!isMember) return cutText(JSON.stringify(value), maxEndLength);
  const others = Object.keys(value).length > 1 ? '…,' : '';
  const lists = step.split('[]').length - 1;
  const inner = ofItems(ownMember(value, name) as JsonValue, lists, further);
  return `{${others}${JSON.stringify(name)}:${inner}}`;
}

/** Excerpts the first item, which contains the change. */
function ofItems(value: JsonValue, lists: number, further: readonly string[]): string {
  if (lists === 0) return focused(value, further);
  if (!Array.isArray(value) || value.length === 0) return focused(value, []);
  const [first] = value as readonly JsonValue[];
  const others = value.length > 1 ? ',…' : '';
  return `[${ofItems(first as JsonValue, lists - 1, further)}${others}]`;
}
