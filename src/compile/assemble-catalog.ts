import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts';
import { lazy } from '../core/memo.ts';
import { compareText, sha256Hex } from '../core/text.ts';
import type { Catalog, Profile, Tool } from '../core/tool.ts';
import { lintCatalog, isCatalogDiagnostic } from './lint/lint-catalog.ts';
import { compileDiagnostic } from './model/diagnostics.ts';
import { toolNamesOf, type NameRequest } from './names.ts';

/** The parts of a catalog. */
export interface CatalogParts {
  /** In any order; their names are unique. */
  readonly tools: readonly Tool[];
  /** Errors report operations that did not become tools. */
  readonly diagnostics: readonly Diagnostic[];
  readonly skippedCount: number;
  readonly profile: Profile;
}

/**
 * Assembles a catalog that does not depend on the order of the sources: tools are sorted by name, and
 * diagnostics by place. `fingerprintOf` is called with the listed tools when the fingerprint is read.
 */
export function assembleCatalog(
  { tools, diagnostics, skippedCount, profile }: CatalogParts,
  fingerprintOf: (listed: readonly Tool[]) => string,
): Catalog {
  const sorted = tools.toSorted((a, b) => compareText(a.name, b.name));
  const listed = sorted.filter(({ hidden }) => !hidden);
  const fingerprint = lazy(() => fingerprintOf(listed));
  const all = [...diagnostics, ...lintCatalog(listed)].sort(compareDiagnostics);
  return {
    tools: new Map(sorted.map((tool) => [tool.name, tool])),
    skipped: all.filter(({ severity }) => severity === 'error'),
    skippedCount,
    diagnostics: all.filter(({ severity }) => severity !== 'error'),
    profile,
    get fingerprint() {
      return fingerprint();
    },
    estimatedTokens: sorted.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
  };
}

/** Returns whether an error skips an operation or a file; an invalid `#import` or glob does not. */
export function skipsOperation({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && !/^(IMPORT|FILES)_/.test(code);
}

/** Bytes of JSON per token, roughly. */
const bytesPerToken = 4;

/** Estimates the tokens that a model reads for a tool: a quarter of the bytes of its JSON, rounded up. */
export function estimateTokens(name: string, bytesWithoutName: number): number {
  return Math.ceil((bytesWithoutName + `"name":"${name}",`.length) / bytesPerToken);
}

/**
 * Merges the catalogs of several upstreams.
 *
 * Names are kept, unless tools of two upstreams have the same name, or two that clients cannot tell
 * apart: then each of these tools gets the name of its upstream as prefix.
 */
export function mergeCatalogs(catalogs: readonly Catalog[]): Catalog {
  const [first, ...others] = catalogs;
  if (first && others.length === 0) return first;
  const tools = catalogs.flatMap((catalog) => [...catalog.tools.values()]);
  const unprefixed = new Map(tools.map((tool) => [tool, requestFor(tool, tool.name)]));
  const outcomes = toolNamesOf([...unprefixed.values()]);
  const requests = new Map<NameRequest, Tool>();
  for (const [tool, request] of unprefixed) {
    const isUnique = outcomes.get(request)?.ok;
    requests.set(isUnique ? request : requestFor(tool, `${tool.upstream}_${tool.name}`), tool);
  }
  const named = nameTools(requests);
  const diagnostics = catalogs.flatMap((catalog) => [...catalog.skipped, ...catalog.diagnostics]);
  return assembleCatalog(
    {
      tools: named.tools,
      diagnostics: [
        ...diagnostics.filter((one) => !isCatalogDiagnostic(one)),
        ...named.diagnostics,
      ],
      skippedCount: catalogs.reduce(
        (sum, { skippedCount }) => sum + skippedCount,
        tools.length - named.tools.length,
      ),
      profile: first?.profile ?? 'portable',
    },
    (listed) =>
      sha256Hex(
        [...catalogs.map(({ fingerprint }) => fingerprint), ...listed.map(({ name }) => name)].join(
          '\n',
        ),
      ),
  );
}

function requestFor({ place }: Tool, operationName: string): NameRequest {
  return { operationName, place };
}

interface NamedTools {
  readonly tools: readonly Tool[];
  readonly diagnostics: readonly Diagnostic[];
}

function nameTools(requests: ReadonlyMap<NameRequest, Tool>): NamedTools {
  const diagnostics: Diagnostic[] = [];
  const tools: Tool[] = [];
  for (const [request, outcome] of toolNamesOf([...requests.keys()])) {
    const tool = requests.get(request);
    if (!outcome.ok) {
      diagnostics.push(outcome.diagnostic);
    } else if (tool) {
      tools.push(rename(tool, outcome.name));
      if (tool.name !== outcome.name) diagnostics.push(reportPrefix(tool, outcome.name));
    }
  }
  return { tools, diagnostics };
}

function rename(tool: Tool, name: string): Tool {
  if (name === tool.name) return tool;
  const moreTokens = (name.length - tool.name.length) / bytesPerToken;
  return { ...tool, name, estimatedTokens: Math.ceil(tool.estimatedTokens + moreTokens) };
}

function reportPrefix({ name, place }: Tool, prefixed: string): Diagnostic {
  return compileDiagnostic(
    'TOOL_NAME_PREFIXED',
    `Another upstream also has a tool "${name}", so this one is named "${prefixed}".`,
    { place, tool: prefixed },
  );
}
