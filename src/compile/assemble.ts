import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts';
import { lazy } from '../core/memo.ts';
import { compareText } from '../core/text.ts';
import type { Catalog, Profile, Tool } from '../core/tool.ts';
import { lintCatalog } from './lint/lint-catalog.ts';

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
export const bytesPerToken = 4;

/** Estimates the tokens that a model reads for a tool: a quarter of the bytes of its JSON, rounded up. */
export function estimateTokens(name: string, bytesWithoutName: number): number {
  return Math.ceil((bytesWithoutName + `"name":"${name}",`.length) / bytesPerToken);
}
