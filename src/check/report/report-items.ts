import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { Change } from '../diff/change.ts';
import { causeText, messageOf, witnessText } from './wording.ts';
import type { Report } from './report.ts';
import { changeKinds, failsOn } from '../diff/severity.ts';
import { failsAt } from '../rules/check-rules.ts';

/** A change or diagnostic in the form of CI tools: one problem at one place. */
export interface ReportItem {
  readonly code: string;
  readonly level: 'error' | 'warning' | 'note';
  /** A few words. */
  readonly title: string;
  /** Sentences. */
  readonly message: string;
  readonly tool?: string;
  readonly place?: Place;
  /** Whether it fails the run. */
  readonly fails: boolean;
}

/**
 * Returns all changes and diagnostics of a report, in order. An exceeded token budget is left out: it
 * belongs to no tool, so each format reports it in its own form, or leaves it to the exit code (SARIF). What
 * the rules allow is left out, because it needs no action.
 */
export function itemsOf(report: Report): readonly ReportItem[] {
  return [
    ...report.changes.map((change) => itemOfChange(change, report)),
    ...report.findings.map((finding) => itemOfFinding(finding, report)),
  ];
}

const levels = { breaking: 'error', dangerous: 'warning', safe: 'note' } as const;

function itemOfChange(change: Change, { failOn }: Report): ReportItem {
  const { code, severity, tool, witness, causes, place } = change;
  const sentences = [
    `${tool}: ${messageOf(change)}`,
    ...(witness ? [`${capital(witnessText(change, witness))}.`] : []),
    ...causes.map((cause) => capital(causeText(cause))),
  ];
  return {
    code,
    level: levels[severity],
    title: `${severity}: ${changeKinds[code].title}`,
    message: sentences.join(' '),
    tool,
    ...(place && { place }),
    fails: failsOn(severity, failOn.changes),
  };
}

function itemOfFinding(finding: Diagnostic, { failOn }: Report): ReportItem {
  const { code, severity, message, hint, tool, place } = finding;
  return {
    code,
    level: severity === 'info' ? 'note' : severity,
    title: code,
    message: `${message} ${hint}`,
    ...(tool !== undefined && { tool }),
    ...(place && { place }),
    fails: failsAt(severity, failOn.findings),
  };
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
