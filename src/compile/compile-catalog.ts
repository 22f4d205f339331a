import { compareText, sha256Hex } from '../core/text.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import type { OperationSource, Sources } from '../load/operations/operation-sources.ts';
import { assembleCatalog } from './assemble-catalog.ts';
import { examine, type Candidate } from './candidate.ts';
import { recallFrom, remember, type CompileCache } from './compile-cache.ts';
import type { ToolDraft } from './compile-tool.ts';
import { draftTools } from './draft-tools.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { createReachFinder } from './fragment-reach.ts';
import { operationNameOf } from './operation-unit.ts';
import { leavesOut } from './leaves-out.ts';
import { createNestingCheck } from './nesting.ts';
import type { CompileSettings } from './model/settings.ts';
import { toolNamesOf, type NameRequest } from './tool-name.ts';
import { reportUndescribed } from './undescribed.ts';
import { findUnknownScalars } from './unknown-scalars.ts';
import { findUnusedSettings } from './unused-settings.ts';

/**
 * Compiles operations into tools: the table of contents of this folder.
 *
 * It reads nothing and remembers nothing but what `cache` holds: the same sources and settings make
 * the same catalog, byte for byte, in whatever order the operations come. With the cache of an
 * earlier compile only operations whose text changed are compiled; the catalog is the same.
 */
export function compileCatalog(
  sources: Sources,
  settings: CompileSettings,
  cache?: CompileCache,
): Catalog {
  const { schema } = sources;
  const lookups = { findReach: createReachFinder(), nestsTooDeeply: createNestingCheck() };
  const examined = sortSources(sources.operations).map((source) =>
    examine(source, schema, settings, lookups),
  );
  const candidates = examined.flatMap((one) => (one.ok ? one.candidate : []));
  const drafted = draftAll(candidates, sources, settings, cache);
  const named = nameTools(drafted.drafts, settings);
  const findings = [
    ...sources.diagnostics,
    ...examined.flatMap((one) => (one.ok ? one.candidate.settings.diagnostics : one.findings)),
    ...drafted.findings,
    ...[...drafted.drafts.values()].flatMap(({ diagnostics }) => diagnostics),
    ...named.findings,
    ...findUnusedSettings(settings, schema, sources.operations.map(operationNameOf)),
    ...reportUndescribed(named.undescribed),
    ...findUnknownScalars(settings, schema, drafted.drafts.keys()),
  ];
  const { profile } = settings;
  const skippedCount =
    sources.operations.length - named.tools.size + sources.diagnostics.filter(leavesOut).length;
  return assembleCatalog(
    { tools: [...named.tools.keys()], findings, skippedCount, profile },
    (listed) =>
      sha256Hex(
        [profile, ...listed.map((tool) => `${tool.name} ${named.tools.get(tool)?.()}`)].join('\n'),
      ),
  );
}

/** Operations of one name lie in different files, or at different places of one. */
function sortSources(operations: readonly OperationSource[]): readonly OperationSource[] {
  return [...operations].sort(
    (a, b) =>
      compareText(operationNameOf(a), operationNameOf(b)) ||
      compareText(a.place.file, b.place.file) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column,
  );
}

interface Drafts {
  readonly drafts: ReadonlyMap<Candidate, ToolDraft>;
  readonly findings: readonly Diagnostic[];
}

function draftAll(
  candidates: readonly Candidate[],
  { schema }: Sources,
  settings: CompileSettings,
  cache: CompileCache | undefined,
): Drafts {
  const recall = recallFrom(cache?.last, schema, settings);
  const recalled = new Map(candidates.map((candidate) => [candidate, recall(candidate)]));
  const changed = candidates.filter((candidate) => recalled.get(candidate) === undefined);
  const made = draftTools(changed, schema, settings);
  const findings: Diagnostic[] = [];
  const drafts = new Map<Candidate, ToolDraft>();
  for (const [candidate, known] of recalled) {
    const outcome = known ? { ok: true as const, draft: known } : made.get(candidate);
    if (outcome?.ok) drafts.set(candidate, outcome.draft);
    else findings.push(...(outcome?.findings ?? []));
  }
  if (cache) remember(cache, schema, settings, drafts);
  return { drafts, findings };
}

interface NamedTools {
  /** Each with the hash of all that a client sees of it but its name. */
  readonly tools: ReadonlyMap<Tool, () => string>;
  /** Those of the tools that nothing describes. */
  readonly undescribed: readonly Candidate[];
  readonly findings: readonly Diagnostic[];
}

function nameTools(
  drafts: ReadonlyMap<Candidate, ToolDraft>,
  settings: CompileSettings,
): NamedTools {
  const requests = new Map<NameRequest, readonly [Candidate, ToolDraft]>();
  for (const [candidate, draft] of drafts) {
    const { name: operationName, settings: own } = candidate;
    const request = { operationName, explicitName: own.options.name, place: own.namePlace };
    requests.set(request, [candidate, draft]);
  }
  const findings: Diagnostic[] = [];
  const tools = new Map<Tool, () => string>();
  const undescribed: Candidate[] = [];
  for (const [request, outcome] of toolNamesOf([...requests.keys()], settings.prefix)) {
    const drafted = requests.get(request);
    if (!outcome.ok) findings.push(outcome.diagnostic);
    if (!outcome.ok || !drafted) continue;
    const [candidate, draft] = drafted;
    tools.set(finish(outcome.name, candidate, draft), draft.hash);
    if (!draft.isDescribed) undescribed.push(candidate);
  }
  return { tools, undescribed, findings };
}

function finish(name: string, { source }: Candidate, { tool, bytes }: ToolDraft): Tool {
  return { name, ...tool, place: source.place, estimatedTokens: estimateTokens(name, bytes) };
}
