import type { Surface } from '../../check/surface/surface.ts';
import { operationNameOf } from '../../compile/operation.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { Catalog } from '../../core/tool.ts';
import type { LoadedSources } from '../../load/load-sources.ts';
import type { OperationSource } from '../../load/operations/operation-sources.ts';
import type { LoadedSchema } from '../../load/sdl/load-schema.ts';
import { isStillWritten, withCurrentFragments } from './still-written.ts';

/** The last valid sources; they outlast a change of the configuration. */
export interface SourcesMemory {
  /** By name of the upstream. */
  readonly upstreams: Map<string, LastGood>;
  lock: { readonly path: string; readonly surface: Surface } | undefined;
}

/** The last valid sources of one upstream. */
export interface LastGood {
  /** The operations that became tools, by file and name. */
  operations: ReadonlyMap<string, OperationSource>;
  schema: { readonly globs: string; readonly loaded: LoadedSchema } | undefined;
}

export function createSourcesMemory(): SourcesMemory {
  return { upstreams: new Map(), lock: undefined };
}

export function createLastGood(): LastGood {
  return { operations: new Map(), schema: undefined };
}

/** A catalog in which invalid operations may have their last valid form. */
export interface KeptCatalog {
  readonly catalog: Catalog;
  /** The errors of the operations that are served in their last valid form. */
  readonly kept: readonly Diagnostic[];
}

/**
 * Compiles the sources tool by tool. An operation that became a tool before and is invalid now keeps
 * its last valid form, if that is valid against the current schema and settings, and is still written
 * in its file.
 *
 * The last valid form is compiled again rather than kept as a tool, so that everything else is
 * current: the schema, the settings of the configuration, and the fragments where they are valid.
 */
export function compileTolerantly(
  sources: LoadedSources,
  lastGood: LastGood,
  compile: (sources: LoadedSources) => Catalog,
): KeptCatalog {
  const first = compile(sources);
  let catalog = first;
  const kept = new Map<string, OperationSource>();
  for (const variant of [withCurrentFragments, (earlier: OperationSource) => earlier]) {
    const missing = missingOf(lastGood, catalog, sources);
    if (missing.size === 0) break;
    const tried = new Map(
      [...missing].map(([key, earlier]) => [key, variant(earlier, sources.operationFiles)]),
    );
    const served = keysOf(compile(replaceOperations(sources, new Map([...kept, ...tried]))));
    for (const [key, source] of tried) if (served.has(key)) kept.set(key, source);
    if (kept.size > 0) catalog = compile(replaceOperations(sources, kept));
  }
  remember(lastGood, replaceOperations(sources, kept), catalog);
  const remaining = new Set(catalog.skipped.map(errorKey));
  return { catalog, kept: first.skipped.filter((error) => !remaining.has(errorKey(error))) };
}

/** Identifies an error regardless of its line, which changes while a file is edited. */
export function errorKey({ code, place, tool, message }: Diagnostic): string {
  return JSON.stringify([code, place?.file, tool, message]);
}

/** The operations that were tools, are none now, and still are written in their files. */
function missingOf(
  { operations }: LastGood,
  catalog: Catalog,
  { operationFiles }: LoadedSources,
): ReadonlyMap<string, OperationSource> {
  const served = keysOf(catalog);
  return new Map(
    [...operations].filter(
      ([key, earlier]) => !served.has(key) && isStillWritten(earlier, operationFiles),
    ),
  );
}

function replaceOperations(
  sources: LoadedSources,
  replacements: ReadonlyMap<string, OperationSource>,
): LoadedSources {
  if (replacements.size === 0) return sources;
  const others = sources.operations.filter((source) => !replacements.has(keyOf(source)));
  return { ...sources, operations: [...others, ...replacements.values()] };
}

function remember(lastGood: LastGood, { operations }: LoadedSources, catalog: Catalog): void {
  const served = keysOf(catalog);
  lastGood.operations = new Map(
    operations
      .filter((source) => source.origin === 'file' && served.has(keyOf(source)))
      .map((source) => [keyOf(source), source]),
  );
}

function keysOf({ tools }: Catalog): ReadonlySet<string> {
  return new Set(
    [...tools.values()].map(({ place, operation }) => `${place.file}\n${operation.name}`),
  );
}

function keyOf(source: OperationSource): string {
  return `${source.place.file}\n${operationNameOf(source)}`;
}
