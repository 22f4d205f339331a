import type { Diagnostic } from '../../core/diagnostic.ts';
import type { Change } from '../diff/change.ts';
import { checkCodes } from '../surface/check-codes.ts';
import type { Allowed, LintFailOn } from '../report/report.ts';
import type { FailOn } from '../diff/severity.ts';

/** When a check fails: what `tools.check.yaml` says. */
export interface CheckRules {
  /** Changes fail from this severity on. @default 'breaking' */
  readonly failOn: FailOn;
  /** Findings of the compiler fail from this severity on. @default 'error' */
  readonly lintFailOn: LintFailOn;
  /** Severities of findings by code, where they differ from the compiler's. */
  readonly lint: ReadonlyMap<string, 'error' | 'warning' | 'info'>;
  /** Most tokens that the list of tools may cost; undefined for no limit. */
  readonly tokenBudget: number | undefined;
  readonly allow: readonly AllowEntry[];
}

/** Lets a change or finding pass, for a reason. */
export interface AllowEntry {
  /** Code of a change or finding. */
  readonly code: string;
  /** Name of the tool; every tool without it. */
  readonly tool?: string;
  /** Path within arguments or results; every path without it. */
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

/** What is left of a check's findings when the rules have been applied. */
export interface Judged {
  readonly changes: readonly Change[];
  readonly findings: readonly Diagnostic[];
  readonly allowed: readonly Allowed[];
}

/** Sorts out what the allow-list lets pass, and gives findings the severities that the rules say. */
export function applyRules(
  changes: readonly Change[],
  findings: readonly Diagnostic[],
  { allow, lint }: CheckRules,
): Judged {
  const entryFor = indexOf(allow);
  const used = new Set<AllowEntry>();
  const allowed: Allowed[] = [];
  const isAllowed = (item: Change | Diagnostic): boolean => {
    const entry = entryFor(item);
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

/** Finds the first entry that lets something pass, however many there are. */
function indexOf(
  allow: readonly AllowEntry[],
): (item: Change | Diagnostic) => AllowEntry | undefined {
  const positions = new Map<string, number>();
  for (const [position, { code, tool, path }] of allow.entries()) {
    const key = keyOf(code, tool, path);
    if (!positions.has(key)) positions.set(key, position);
  }
  return (item) => {
    const { code, tool } = item;
    const path = 'path' in item ? item.path : undefined;
    const keys = [keyOf(code), keyOf(code, tool), keyOf(code, undefined, path)];
    const matching = [...keys, keyOf(code, tool, path)].flatMap((key) => positions.get(key) ?? []);
    return allow[Math.min(...matching)];
  };
}

/** What an entry leaves out is no part of it. */
function keyOf(code: string, tool?: string, path?: string): string {
  return JSON.stringify([code, tool ?? null, path ?? null]);
}

function allowedBy({ reason }: AllowEntry, item: Change | Diagnostic): Allowed {
  const { code, tool, message } = item;
  const path = 'path' in item ? item.path : undefined;
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
    message: `The allow-list lets ${what} pass, but there is no such change or finding.`,
    hint: checkCodes.ALLOW_UNUSED.advice,
    ...(tool !== undefined && { tool }),
  };
}
