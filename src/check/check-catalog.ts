import type { GraphQLSchema } from 'graphql';
import { estimateTokens } from '../compile/assemble-catalog.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import { utf8Length } from '../core/text.ts';
import type { Catalog } from '../core/tool.ts';
import type { Change } from './diff/change.ts';
import { applyRules, defaultRules, type CheckRules, failuresOf } from './rules/check-rules.ts';
import { diffCatalogs } from './diff/diff-catalogs.ts';
import { explainChanges } from './causes/explain.ts';
import {
  type AgainstKind,
  type Report,
  type ReportCounts,
  type TokenCost,
} from './report/report.ts';
import type { ChangeCode, ChangeSeverity } from './diff/severity.ts';
import { listedTokens, surfaceOf } from './surface/compile-surface.ts';
import { type Surface } from './surface/surface.ts';

/** What is checked, and against what. */
export interface CheckRequest {
  readonly catalog: Catalog;
  /** The schemas it was compiled against, by upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
  /** Version of this gateway. */
  readonly gateway: string;
  readonly old: Surface;
  /** What `old` is, in words. */
  readonly against: string;
  /** @default 'lock' */
  readonly againstKind?: AgainstKind;
  readonly rules?: CheckRules;
  /** Whether to find the causes of each change. @default false */
  readonly explain?: boolean;
}

/** Compares a catalog with a tool surface as it was, and judges by the rules. */
export function checkCatalog(request: CheckRequest): Report {
  const { catalog, old, against, gateway, rules = defaultRules, explain = false } = request;
  const next = surfaceOf(catalog, request);
  const found = diffCatalogs(old, next).map((change) => withPlace(change, catalog, old));
  const changes = explain ? explainChanges(found, { ...request, next }) : found;
  const judged = applyRules(changes, findingsOf(catalog), rules);
  const tokens: TokenCost = {
    before: old.tokens ?? publishedTokens(old),
    now: listedTokens(catalog),
    ...(rules.tokenBudget !== undefined && { budget: rules.tokenBudget }),
  };
  const failures = failuresOf(judged, tokens, rules);
  return {
    reportVersion: 1,
    gateway,
    against,
    againstKind: request.againstKind ?? 'lock',
    failOn: { changes: rules.failOn, findings: rules.lintFailOn },
    verdict: judged.changes[0]?.severity ?? 'unchanged',
    ok: failures.length === 0,
    failures,
    counts: countsOf(judged.changes, next),
    ...judged,
    tokens,
  };
}

/** Adds the place of the tool's operation, or of the operation that is no longer a tool. */
function withPlace(change: Change, { tools, skipped }: Catalog, old: Surface): Change {
  const name = change.nowCalled ?? change.tool;
  // a diagnostic names the operation if it has no tool
  const names = [change.tool, old.tools.get(change.tool)?.internal?.operation];
  const place =
    tools.get(name)?.place ?? skipped.find(({ tool }) => tool && names.includes(tool))?.place;
  return place ? { ...change, place } : change;
}

/** What a published tool list costs a model, by the measure of the compiler. */
function publishedTokens({ tools }: Surface): number {
  const listed = [...tools.values()].filter(({ internal }) => internal?.hidden !== true);
  return listed.reduce((sum, tool) => {
    const { name, title, description, annotations, inputSchema, outputSchema } = tool;
    const definition = { title, description, annotations, inputSchema, outputSchema };
    return sum + estimateTokens(name, utf8Length(JSON.stringify(definition)));
  }, 0);
}

function findingsOf({ skipped, diagnostics }: Catalog): readonly Diagnostic[] {
  return [...skipped, ...diagnostics];
}

function countsOf(changes: readonly Change[], { tools }: Surface): ReportCounts {
  const ofCode = (code: ChangeCode) => changes.filter((change) => change.code === code).length;
  const ofSeverity = (wanted: ChangeSeverity) =>
    changes.filter(({ severity }) => severity === wanted).length;
  const others = changes.filter(({ code }) => !wholeTool.has(code));
  return {
    tools: tools.size,
    added: ofCode('TOOL_ADDED'),
    removed: ofCode('TOOL_REMOVED'),
    renamed: ofCode('TOOL_RENAMED'),
    changed: new Set(others.map(({ tool }) => tool)).size,
    breaking: ofSeverity('breaking'),
    dangerous: ofSeverity('dangerous'),
    safe: ofSeverity('safe'),
  };
}

const wholeTool: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  'TOOL_ADDED',
  'TOOL_REMOVED',
  'TOOL_RENAMED',
]);
