import type { Diagnostic } from '../../core/diagnostic.ts';
import type { Change } from '../diff/change.ts';
import { type ChangeSeverity, type FailOn } from '../diff/severity.ts';

/** The result of a check, which every format prints. */
export interface Report {
  /** Version of this shape, `docs/contract-report.schema.json`. */
  readonly reportVersion: 1;
  /** Version of the gateway that checked. */
  readonly gateway: string;
  /** The base of the comparison, in words: `tools.lock.json`, `revision main`. */
  readonly against: string;
  readonly againstKind: AgainstKind;
  /** The severities from which changes and diagnostics (`findings`) fail the run. */
  readonly failOn: { readonly changes: FailOn; readonly findings: LintFailOn };
  /** The worst change; `unchanged` without any. */
  readonly verdict: ChangeSeverity | 'unchanged';
  /** Whether the run succeeds. */
  readonly ok: boolean;
  /** The reasons of a failed run, a sentence each. */
  readonly failures: readonly Failure[];
  readonly counts: ReportCounts;
  /** The worst first, without those that the allow-list allows (`allowed`). */
  readonly changes: readonly Change[];
  /** The diagnostics of the sources, with the severities that the rules set. */
  readonly findings: readonly Diagnostic[];
  readonly allowed: readonly Allowed[];
  readonly tokens: TokenCost;
}

/** The kinds of a base; `nothing` if a lock is written for the first time. */
export type AgainstKind = 'lock' | 'revision' | 'gateway' | 'nothing';

/** The severity from which diagnostics fail a run. */
export type LintFailOn = 'error' | 'warning' | 'never';

/** A reason why a run fails. */
export interface Failure {
  readonly kind: 'contract' | 'lint' | 'budget';
  readonly message: string;
}

export interface ReportCounts {
  /** The current number of tools. */
  readonly tools: number;
  readonly added: number;
  readonly removed: number;
  readonly renamed: number;
  /** Tools with the same name that changed. */
  readonly changed: number;
  readonly breaking: number;
  readonly dangerous: number;
  readonly safe: number;
}

/** A change or diagnostic that the allow-list allows. */
export interface Allowed {
  readonly code: string;
  readonly tool?: string;
  readonly path?: string;
  readonly message: string;
  readonly reason: string;
}

/** The cost of the tool list for a model, in tokens. */
export interface TokenCost {
  readonly before: number;
  readonly now: number;
  readonly budget?: number;
}
