/**
 * Compiles folders of sources and prints a hash of each catalog, diagnostics and all: what a test
 * starts under other locales and time zones. Its argument is a list of `CatalogRequest`, as JSON.
 */
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import { sha256Hex } from '../../src/core/text.ts';
import type { Profile } from '../../src/core/tool.ts';
import { loadSources } from '../../src/load/load-sources.ts';
import { catalogText } from '../support/corpus.ts';

export interface CatalogRequest {
  readonly folder: string;
  /** Files and globs, in the order in which they are asked for. */
  readonly schema: readonly string[];
  readonly operations: readonly string[];
  readonly profile: Profile;
}

const requests = JSON.parse(process.argv[2] ?? '[]') as readonly CatalogRequest[];
const hashes: string[] = [];
for (const { folder, schema, operations, profile } of requests) {
  const upstream = resolveUpstream('default', { schema, operations });
  const sources = await loadSources(upstream, { folders: { base: folder, displayBase: folder } });
  const catalog = compileCatalog(sources, { ...defaultCompileSettings, profile });
  hashes.push(sha256Hex(`${catalog.fingerprint} ${catalogText(catalog)}`));
}
process.stdout.write(JSON.stringify(hashes));
