import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { createCompileCache } from '../../src/compile/compile-cache.ts';
import { compileCatalog } from '../../src/compile/compile-catalog.ts';
import { defaultCompileSettings } from '../../src/compile/settings.ts';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import { createLoadCache } from '../../src/load/load-cache.ts';
import { loadSources } from '../../src/load/load-sources.ts';
import { operationsFile, schemaFile } from './corpus-files.ts';

/** What is timed, each in milliseconds. */
export interface Timing {
  readonly milliseconds: number;
  /** Resident memory of the process afterwards, in bytes. */
  readonly rss: number;
}

/** graphql-js alone: parses both files, builds the schema, validates all operations. */
export function graphqlJs(): Promise<Timing> {
  return timed(() => {
    const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
    validate(schema, parse(readFileSync(operationsFile, 'utf8')));
  });
}

/** The gateway: reads and compiles the same into a catalog. */
export function fullCompile(): Promise<Timing> {
  return timed(async () => {
    const sources = await loadSources(upstreamOf(schemaFile, operationsFile), contextOf());
    compileCatalog(sources, defaultCompileSettings);
  });
}

/** The gateway again, after one of the operations changed. */
export async function reload(): Promise<Timing> {
  const folder = mkdtempSync(join(tmpdir(), 'reload-'));
  const file = join(folder, 'operations.graphql');
  const text = readFileSync(operationsFile, 'utf8');
  writeFileSync(file, text);
  const context = { ...contextOf(), cache: createLoadCache() };
  const cache = createCompileCache();
  const compile = async (): Promise<void> => {
    const sources = await loadSources(upstreamOf(schemaFile, file), context);
    compileCatalog(sources, defaultCompileSettings, cache);
  };
  await compile();
  writeFileSync(file, text.replace('query agentActivity(', 'query agentActivityTouched('));
  const timing = await timed(compile);
  rmSync(folder, { recursive: true });
  return timing;
}

function upstreamOf(schema: string, operations: string) {
  return resolveUpstream('default', { schema, operations });
}

function contextOf() {
  const folder = dirname(schemaFile);
  return { folders: { base: folder, shown: folder } };
}

async function timed(run: () => Promise<void> | void): Promise<Timing> {
  const start = performance.now();
  await run();
  return { milliseconds: performance.now() - start, rss: process.memoryUsage().rss };
}

/** What can be run in a process of its own. */
export const contenders = { graphqlJs, fullCompile, reload };

export type ContenderName = keyof typeof contenders;
