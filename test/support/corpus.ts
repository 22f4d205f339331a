import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import { loadSources, type LoadedSources } from '../../src/load/load-sources.ts';
import type { Catalog } from '../../src/core/tool.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus');

/** Names of the public APIs whose schemas and operations are at hand; empty where none are. */
export const corpusNames: readonly string[] = [
  'githunt',
  'linear',
  'railway',
  'skywalking',
  'star-wars',
].filter((name) => existsSync(join(folder, name, 'operations')));

/** What tests of each corpus are made for: a suite that is skipped must hold a test all the same. */
export const corpora: readonly string[] =
  corpusNames.length === 0 ? ['an absent API'] : corpusNames;

/** The folder of a corpus: `schema/` and `operations/` lie in it. */
export function corpusFolder(name: string): string {
  return join(folder, name);
}

/** Reads a corpus the way the gateway reads its sources. */
export function loadCorpus(name: string, operations = 'operations'): Promise<LoadedSources> {
  const base = corpusFolder(name);
  const upstream = resolveUpstream('default', {
    schema: 'schema/*.graphql',
    operations: `${operations}/**/*.graphql`,
  });
  return loadSources(upstream, { folders: { base, displayBase: base } });
}

/** All of a catalog that is data, as JSON: equal catalogs have equal text, byte for byte. */
export function catalogText(catalog: Catalog): string {
  return JSON.stringify({ ...catalog, tools: [...catalog.tools] });
}
