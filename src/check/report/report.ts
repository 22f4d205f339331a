import type { Diagnostic } from '../../core/diagnostic.ts';
import type { Change } from '../diff/change.ts';
import type { ChangeSeverity, FailOn } from '../diff/severity.ts';

/** What a check found; every printer writes this one. */
export interface Report {
  /** Version of this shape, `docs/contract-report.schema.json`. */
  readonly reportVersion: 1;
  /** Version of the gateway that checked. */
  readonly gateway: string;
  /** What was compared with, in words: `tools.lock.json`, `revision main`. */
  readonly against: string;
  readonly againstKind: AgainstKind;
  /** From which severity on changes and findings make the run fail. */
  readonly failOn: { readonly changes: FailOn; readonly findings: LintFailOn };
  /** The worst change; `unchanged` without any. */
  readonly verdict: ChangeSeverity | 'unchanged';
  /** Whether the run succeeds. */
  readonly ok: boolean;
  /** Why it does not, a sentence each. */
  readonly failures: readonly Failure[];
  readonly counts: ReportCounts;
  /** The worst first. Those that the allow-list allows stand in `allowed`. */
  readonly changes: readonly Change[];
  /** What the compiler says of the sources, with the severity that the rules give it. */
  readonly findings: readonly Diagnostic[];
  readonly allowed: readonly Allowed[];
  readonly tokens: TokenCost;
}

/** What a check can compare with; with nothing where a lock is written for the first time. */
export type AgainstKind = 'lock' | 'revision' | 'gateway' | 'nothing';

/** Findings of the compiler fail a run from this severity on. */
export type LintFailOn = 'error' | 'warning' | 'never';

/** A reason for which a run fails. */
export interface Failure {
  readonly kind: 'contract' | 'lint' | 'budget';
  readonly message: string;
}

export interface ReportCounts {
  /** Tools there are now. */
  readonly tools: number;
  readonly added: number;
  readonly removed: number;
  readonly renamed: number;
  /** Tools of the same name that are not the same. */
  readonly changed: number;
  readonly breaking: number;
  readonly dangerous: number;
  readonly safe: number;
}

/** A change or finding that the allow-list lets pass. */
export interface Allowed {
  readonly code: string;
  readonly tool?: string;
  readonly path?: string;
  readonly message: string;
  readonly reason: string;
}

/** What the list of tools costs a model to read, in tokens. */
export interface TokenCost {
  readonly before: number;
  readonly now: number;
  readonly budget?: number;
}
