import { readFileSync } from 'node:fs';
import { buildSchema, Kind, parse, Source, type DefinitionNode } from 'graphql';
import { checkCatalog } from '../../src/check/check-catalog.ts';
import { formatLock } from '../../src/check/surface/lock.ts';
import { readLock } from '../../src/check/surface/read-lock.ts';
import { surfaceOf } from '../../src/check/surface/compile-surface.ts';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import type { Sources } from '../../src/load/operations/operation-sources.ts';
import { operationsFile, schemaFile } from '../compile/corpus-files.ts';
import { interleave } from '../harness/interleave.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';

const wantedTools = 1_000;
const gateway = '1.0.0';

/**
 * Checking 1,000 tools against their lock, against reading and compiling them: when nothing changed,
 * and with causes when a type that many of them answer changed.
 */
export async function checkContract({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const sdl = readFileSync(schemaFile, 'utf8');
  const operations = withCopies(readFileSync(operationsFile, 'utf8'));
  const lock = formatLock(compiledSurface(sdl, operations));
  const edited = sdl.replace(/(type User implements [^}]*?\n {2}name: String)!/, '$1');
  if (edited === sdl) throw new Error('the corpus has no User.name to change');
  const results = await interleave(rounds, {
    compile: async () => timed(() => compile(sdl, operations)),
    same: async () => timeOfCheck(sdl, operations, lock, false),
    changed: async () => timeOfCheck(edited, operations, lock, true),
  });
  const [compiling, same, changed] = [results.compile, results.same, results.changed];
  return [
    figure('check 1,000 tools, nothing changed: time against compiling them', same, compiling),
    figure('check 1,000 tools, a type changed, with causes: the same', changed, compiling),
  ];
}

function figure(name: string, ours: readonly number[], reference: readonly number[]): Figure {
  const medians = [ours, reference].map((all) => `${spreadOf(all).median.toFixed(0)} ms`);
  return {
    name,
    ratio: ratiosOf(ours, reference),
    goal: { atMost: 2 },
    detail: medians.join(' against '),
  };
}

/** Only the check is timed: it comes after compiling, which is needed anyway. */
async function timeOfCheck(
  sdl: string,
  operations: readonly DefinitionNode[],
  lock: string,
  explain: boolean,
): Promise<number> {
  const compiled = compile(sdl, operations);
  return await timed(async () => {
    const old = readLock(lock, 'tools.lock.json');
    const report = checkCatalog({ ...compiled, gateway, old, against: 'lock', explain });
    if (explain !== (report.verdict === 'breaking')) throw new Error(`it is ${report.verdict}`);
  });
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function compiledSurface(sdl: string, operations: readonly DefinitionNode[]) {
  const { catalog, schemas } = compile(sdl, operations);
  return surfaceOf(catalog, { gateway, schemas });
}

function compile(sdl: string, operations: readonly DefinitionNode[]) {
  const schema = buildSchema(sdl);
  const catalog = compileCatalog(sourcesOf(schema, operations), defaultCompileSettings);
  return { catalog, schemas: new Map([[defaultCompileSettings.upstream, schema]]) };
}

function sourcesOf(schema: Sources['schema'], definitions: readonly DefinitionNode[]): Sources {
  const fragments = new Map(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const place = { file: 'operations.graphql', line: 1, column: 1 };
  const shared = { fragments, fallbackName: 'operation', place, origin: 'file' as const };
  return {
    schema,
    operations: definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? { operation: node, ...shared } : [],
    ),
    diagnostics: [],
  };
}

/** The operations, and as many of them again under other names as make a thousand. */
function withCopies(text: string): readonly DefinitionNode[] {
  const { definitions } = parse(new Source(text, 'operations.graphql'));
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const missing = Math.max(0, wantedTools - operations.length);
  const copies = operations.slice(0, missing).map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || !node.name) return node;
    return { ...node, name: { ...node.name, value: `${node.name.value}Copied` } };
  });
  return [...definitions, ...copies];
}
