import { compareText } from '../core/text.ts';
import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts';
import { lazy } from '../core/memo.ts';
import type { Catalog, Profile, Tool } from '../core/tool.ts';
import { lintCatalog } from './lint/lint-catalog.ts';

/** What a catalog is put together of. */
export interface CatalogParts {
  /** In any order; their names are unique. */
  readonly tools: readonly Tool[];
  /** Errors say what did not become a tool. */
  readonly findings: readonly Diagnostic[];
  readonly skippedCount: number;
  readonly profile: Profile;
}

/**
 * Puts tools and findings in their order, tools by name and findings by place, so that the catalog
 * is the same whatever order the sources came in. `fingerprintOf` is given the tools that clients
 * list, when the fingerprint is first asked for: hashing all of it takes longer than anything else here.
 */
export function assembleCatalog(
  { tools, findings, skippedCount, profile }: CatalogParts,
  fingerprintOf: (listed: readonly Tool[]) => string,
): Catalog {
  const sorted = [...tools].sort((a, b) => compareText(a.name, b.name));
  const listed = sorted.filter(({ hidden }) => !hidden);
  const fingerprint = lazy(() => fingerprintOf(listed));
  const ordered = [...findings, ...lintCatalog(listed)].sort(compareDiagnostics);
  return {
    tools: new Map(sorted.map((tool) => [tool.name, tool])),
    skipped: ordered.filter(({ severity }) => severity === 'error'),
    skippedCount,
    diagnostics: ordered.filter(({ severity }) => severity !== 'error'),
    profile,
    get fingerprint() {
      return fingerprint();
    },
    estimatedTokens: sorted.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
  };
}
