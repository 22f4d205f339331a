import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { profiles } from '../../src/core/tool.ts';
import { pythonFaultsOf, sdkValidatorsOf } from '../support/client-validators.ts';
import { catalogText, corpora, corpusNames, loadCorpus } from '../support/corpus.ts';
import { tellFigures } from '../support/figures.ts';

/** Schemas of one API and profile that are compiled. */
const maxCompiled = process.env['DEEP'] ? 300 : 30;

/** How many operations become tools, and why the others do not. */
const expected: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  githunt: { tools: 6, OPERATION_SUBSCRIPTION: 1 },
  linear: { tools: 663 },
  railway: { tools: 132, OPERATION_SUBSCRIPTION: 6, TOOL_NAME_TAKEN: 2 },
  skywalking: { tools: 54, TOOL_NAME_TAKEN: 22 },
  'star-wars': { tools: 14 },
};

describe.skipIf(corpusNames.length === 0).each(corpora)('the operations of %s', (name) => {
  it('become tools, or are skipped for a known reason', async () => {
    const sources = await loadCorpus(name);
    const { tools, skipped, skippedCount } = compileCatalog(sources, defaultCompileSettings);
    const counts = new Map([['tools', tools.size]]);
    for (const { code } of skipped) counts.set(code, (counts.get(code) ?? 0) + 1);
    const told = [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    tellFigures(`${name}: of ${sources.operations.length} operations ${told}`);
    expect(Object.fromEntries(counts)).toEqual(expected[name]);
    expect(tools.size + skippedCount).toBe(sources.operations.length);
  });

  it('compile to the same catalog in any order', async () => {
    const sources = await loadCorpus(name);
    const text = catalogText(compileCatalog(sources, defaultCompileSettings));
    const operations = [...sources.operations].sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
    const shuffled = { ...sources, operations };
    expect(catalogText(compileCatalog(shuffled, defaultCompileSettings)) === text).toBe(true);
  });

  it('have names that stay unique when clients cut them', async () => {
    const { tools } = compileCatalog(await loadCorpus(name), defaultCompileSettings);
    const names = [...tools.keys()];
    for (const cut of [firstOf(46), lastOf(58)]) {
      expect(new Set(names.map((one) => cut(one.toLowerCase()))).size).toBe(names.length);
    }
    for (const one of names) expect(one).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,45}$/);
  });

  it.each(profiles)(
    'have schemas that compile in both dialects, and for Python, in profile %s',
    async (profile) => {
      const sources = await loadCorpus(name);
      const { tools, diagnostics } = compileCatalog(sources, {
        ...defaultCompileSettings,
        profile,
      });
      const schemas = [...tools.values()].flatMap(({ inputSchema, outputSchema = {} }) => [
        inputSchema,
        outputSchema,
      ]);
      const step = Math.ceil(schemas.length / maxCompiled) | 1;
      const sample = schemas.filter((_, at) => at % step === 0);
      expect(() => sample.map(sdkValidatorsOf)).not.toThrow();
      expect(schemas.flatMap(pythonFaultsOf)).toEqual([]);
      expect(diagnostics.filter(({ code }) => code === 'OUTPUT_SCHEMA_DROPPED')).toEqual([]);
    },
    600_000,
  );
});

function firstOf(count: number): (name: string) => string {
  return (name) => name.slice(0, count);
}

function lastOf(count: number): (name: string) => string {
  return (name) => name.slice(-count);
}

/** An order that has nothing to do with names and places, and is the same in every run. */
function hashOf({
  operation,
}: {
  readonly operation: { readonly loc?: { start: number } | undefined };
}): number {
  return Math.imul((operation.loc?.start ?? 0) + 7, 0x9e_37_79_b1) >>> 0;
}
