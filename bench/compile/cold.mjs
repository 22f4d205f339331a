/**
 * One contender in a process of its own, as a start is: `node cold.mjs <contender> <schema> <operations>`
 * prints what it took as JSON. Plain JavaScript on what is built, so that no TypeScript loader is in
 * its time: that makes every function a tenth slower.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { createCompileCache } from '../../dist/compile/cache.js';
import { compileCatalog } from '../../dist/compile/catalog.js';
import { defaultCompileSettings } from '../../dist/compile/model/settings.js';
import { resolveUpstream } from '../../dist/config/resolve-upstream.js';
import { createLoadCache } from '../../dist/load/operations/cache.js';
import { loadSources } from '../../dist/load/load-sources.js';

const [contender, schemaFile, operationsFile] = process.argv.slice(2);

const contenders = {
  /** graphql-js alone: parses both files, builds the schema, validates all operations. */
  graphqlJs: () =>
    timed(() => {
      const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
      validate(schema, parse(readFileSync(operationsFile, 'utf8')));
    }),
  /** The gateway: reads and compiles the same into a catalog. */
  fullCompile: () => timed(() => compile(operationsFile)),
  /** The gateway again, after one of the operations changed. */
  async reload() {
    const folder = mkdtempSync(join(tmpdir(), 'reload-'));
    const file = join(folder, 'operations.graphql');
    const text = readFileSync(operationsFile, 'utf8');
    const [cache, compiled] = [createLoadCache(), createCompileCache()];
    writeFileSync(file, text);
    await compile(file, cache, compiled);
    writeFileSync(file, text.replace('query agentActivity(', 'query agentActivityTouched('));
    const timing = await timed(() => compile(file, cache, compiled));
    rmSync(folder, { recursive: true });
    return timing;
  },
};

process.stdout.write(JSON.stringify(await contenders[contender]()));

async function compile(operations, cache, compiled) {
  const folder = dirname(schemaFile);
  const upstream = resolveUpstream('default', { schema: schemaFile, operations });
  const context = { folders: { base: folder, displayBase: folder }, ...(cache && { cache }) };
  compileCatalog(await loadSources(upstream, context), defaultCompileSettings, compiled);
}

/** Milliseconds, and the resident memory of the process afterwards, in bytes. */
async function timed(run) {
  const start = performance.now();
  await run();
  return { milliseconds: performance.now() - start, rss: process.memoryUsage().rss };
}
