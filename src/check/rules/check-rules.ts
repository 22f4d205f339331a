import type { Diagnostic } from '../../core/diagnostic.ts';
import { formatCount } from '../../core/text.ts';
import type { Change } from '../diff/change.ts';
import { checkCodes } from '../surface/check-codes.ts';
import type { Allowed, Failure, LintFailOn, TokenCost } from '../report/report.ts';
import { failsOn, type FailOn } from '../diff/severity.ts';

/** The rules of `tools.check.yaml`: when a check fails. */
export interface CheckRules {
  /** The severity from which changes fail a run. @default 'breaking' */
  readonly failOn: FailOn;
  /** The severity from which diagnostics fail a run. @default 'error' */
  readonly lintFailOn: LintFailOn;
  /** Severities of diagnostics by code, where they differ from the default. */
  readonly lint: ReadonlyMap<string, 'error' | 'warning' | 'info'>;
  /** The most tokens of the tool list; `undefined` for no limit. */
  readonly tokenBudget: number | undefined;
  readonly allow: readonly AllowEntry[];
}

/** Allows a change or diagnostic, for a reason. */
export interface AllowEntry {
  /** Code of a change or diagnostic. */
  readonly code: string;
  /** Name of the tool; if absent, every tool. */
  readonly tool?: string;
  /** Path within arguments or results; if absent, every path. */
  readonly path?: string;
  readonly reason: string;
}

export const defaultRules: CheckRules = {
  failOn: 'breaking',
  lintFailOn: 'error',
  lint: new Map(),
  tokenBudget: undefined,
  allow: [],
};

/** Changes and diagnostics after the rules were applied. */
export interface Judged {
  readonly changes: readonly Change[];
  readonly findings: readonly Diagnostic[];
  readonly allowed: readonly Allowed[];
}

/** Separates what the allow-list allows, and sets the severities of diagnostics by the rules. */
export function applyRules(
  changes: readonly Change[],
  findings: readonly Diagnostic[],
  { allow, lint }: CheckRules,
): Judged {
  const used = new Set<AllowEntry>();
  const allowed: Allowed[] = [];
  const isAllowed = (item: Change | Diagnostic): boolean => {
    const entry = allow.find((each) => allows(each, item));
    if (!entry) return false;
    used.add(entry);
    allowed.push(allowedBy(entry, item));
    return true;
  };
  const kept = {
    changes: changes.filter((change) => !isAllowed(change)),
    findings: findings.filter((finding) => !isAllowed(finding)),
  };
  const unused = allow.filter((entry) => !used.has(entry)).map(unusedEntry);
  const judged = [...kept.findings, ...unused].map((finding) => ({
    ...finding,
    severity: lint.get(finding.code) ?? finding.severity,
  }));
  return { changes: kept.changes, findings: judged, allowed };
}

/** Whether an entry allows an item; what it leaves out may be anything. */
function allows({ code, tool, path }: AllowEntry, item: Change | Diagnostic): boolean {
  return (
    code === item.code &&
    (tool === undefined || tool === item.tool) &&
    (path === undefined || path === pathOf(item))
  );
}

function pathOf(item: Change | Diagnostic): string | undefined {
  return 'path' in item ? item.path : undefined;
}

function allowedBy({ reason }: AllowEntry, item: Change | Diagnostic): Allowed {
  const { code, tool, message } = item;
  const path = pathOf(item);
  return {
    code,
    ...(tool !== undefined && { tool }),
    ...(path !== undefined && { path }),
    message,
    reason,
  };
}

function unusedEntry({ code, tool, path }: AllowEntry): Diagnostic {
  const what = [code, tool && `of ${tool}`, path && `at ${path}`].filter(Boolean).join(' ');
  return {
    code: 'ALLOW_UNUSED',
    severity: 'warning',
    message: `The allow-list allows ${what}, but there is no such change or diagnostic.`,
    hint: checkCodes.ALLOW_UNUSED.advice,
    ...(tool !== undefined && { tool }),
  };
}

/** Returns why a run fails. */
export function failuresOf(
  judged: Judged,
  tokens: TokenCost,
  rules: CheckRules,
): readonly Failure[] {
  return [
    ...contractFailure(judged, rules),
    ...lintFailure(judged, rules),
    ...budgetFailure(tokens),
  ];
}

function contractFailure({ changes }: Judged, { failOn }: CheckRules): readonly Failure[] {
  const failing = changes.filter(({ severity }) => failsOn(severity, failOn)).length;
  if (failing === 0) return [];
  const are = failing === 1 ? 'change is' : 'changes are';
  const descriptions = {
    breaking: 'breaking',
    dangerous: 'dangerous or worse',
    any: 'not locked',
    never: '',
  };
  return [{ kind: 'contract', message: `${failing} ${are} ${descriptions[failOn]}.` }];
}

function lintFailure({ findings }: Judged, { lintFailOn }: CheckRules): readonly Failure[] {
  const failing = findings.filter(({ severity }) => failsAt(severity, lintFailOn)).length;
  if (failing === 0) return [];
  const noun = failing === 1 ? 'diagnostic' : 'diagnostics';
  return [{ kind: 'lint', message: `${failing} ${noun} of severity ${lintFailOn} or worse.` }];
}

function budgetFailure({ now, budget }: TokenCost): readonly Failure[] {
  if (budget === undefined || now <= budget) return [];
  const message = `The tool list costs about ${formatCount(now)} tokens; the budget is ${formatCount(budget)}.`;
  return [{ kind: 'budget', message }];
}

/** Returns whether a diagnostic of this severity fails a run. */
export function failsAt(severity: Diagnostic['severity'], lintFailOn: LintFailOn): boolean {
  if (lintFailOn === 'never' || severity === 'info') return false;
  return severity === 'error' || lintFailOn === 'warning';
}
