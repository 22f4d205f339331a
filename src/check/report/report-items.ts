import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { Change } from '../diff/change.ts';
import { causeText, messageOf, witnessText } from './report-text.ts';
import type { Report } from './report.ts';
import { changeKinds, failsOn } from '../diff/severity.ts';

/** A change or finding as tools of CI take it: one problem at one place. */
export interface ReportItem {
  readonly code: string;
  readonly level: 'error' | 'warning' | 'note';
  /** A few words. */
  readonly title: string;
  /** Sentences. */
  readonly message: string;
  readonly tool?: string;
  readonly place?: Place;
  /** Whether it makes the run fail. */
  readonly fails: boolean;
}

/** Every change and finding of a report, in its order. */
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

/** Whether a finding of this severity makes a run fail. */
export function failsAt(
  severity: Diagnostic['severity'],
  lintFailOn: Report['failOn']['findings'],
): boolean {
  if (lintFailOn === 'never' || severity === 'info') return false;
  return severity === 'error' || lintFailOn === 'warning';
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
