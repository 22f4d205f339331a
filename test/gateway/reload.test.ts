import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/core/diagnostic.ts';
import type { Catalog, Tool } from '../../src/core/tool.ts';
import { reasonsToRefuse } from '../../src/gateway/reload.ts';

function catalogOf(tools: readonly string[], skipped: readonly Diagnostic[] = []): Catalog {
  return {
    tools: new Map(tools.map((name) => [name, { name } as Tool])),
    skipped,
    skippedCount: skipped.length,
    diagnostics: [],
    profile: 'portable',
    fingerprint: '',
    estimatedTokens: 0,
  };
}

function brokenAt(file: string, line: number): Diagnostic {
  const place = { file, line, column: 1 };
  return { code: 'SYNTAX_ERROR', severity: 'error', message: 'Odd.', hint: 'Mend it.', place };
}

describe('reasonsToRefuse', () => {
  it('accepts a catalog without errors', () => {
    expect(reasonsToRefuse(catalogOf(['a']), catalogOf(['b']))).toEqual([]);
  });

  it('refuses a new error', () => {
    const next = catalogOf(['a'], [brokenAt('b.graphql', 1)]);
    expect(reasonsToRefuse(catalogOf(['a', 'b']), next)).toEqual([brokenAt('b.graphql', 1)]);
  });

  it('accepts an old error whose line has moved', () => {
    const serving = catalogOf(['a'], [brokenAt('b.graphql', 1)]);
    expect(reasonsToRefuse(serving, catalogOf(['a', 'c'], [brokenAt('b.graphql', 9)]))).toEqual([]);
  });

  it('refuses a catalog without tools', () => {
    expect(reasonsToRefuse(catalogOf(['a']), catalogOf([])).map(({ code }) => code)).toEqual([
      'CATALOG_EMPTY',
    ]);
    expect(reasonsToRefuse(catalogOf([]), catalogOf([]))).toEqual([]);
  });
});
