import { buildSchema, Kind, parse, Source } from 'graphql';
import { checkCatalog } from '../../../src/check/check-catalog.ts';
import type { Report } from '../../../src/check/report/report.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { compileCatalog } from '../../../src/compile/catalog.ts';
import {
  defaultCompileSettings,
  type CompileSettings,
} from '../../../src/compile/model/settings.ts';
import { placeOf } from '../../../src/load/files/parse-document.ts';
import type { Sources } from '../../../src/load/operations/operation-sources.ts';
import { baseOperations, baseSdl } from './catalogue/base-api.ts';
import type { NamedChange, Replacement } from './catalogue/named-change.ts';

/** Makes sources of one SDL file and one file of operations. */
export function sourcesOf(sdl: string, operations: string): Sources {
  const { definitions } = parse(new Source(operations, 'operations/movies.graphql'));
  const fragments = new Map(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  return {
    // an edit may leave a schema that is not valid, as files do
    schema: buildSchema(new Source(sdl, 'schema/movies.graphql'), { assumeValid: true }),
    operations: definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION
        ? {
            operation: node,
            fragments,
            fallbackName: 'movies',
            place: placeOf(node) ?? { file: 'operations/movies.graphql', line: 1, column: 1 },
            origin: 'file' as const,
          }
        : [],
    ),
    diagnostics: [],
  };
}

/** Compiles sources, with what a check needs beside the catalog. */
export function compileSources(sources: Sources, settings: Partial<CompileSettings> = {}) {
  return {
    catalog: compileCatalog(sources, { ...defaultCompileSettings, ...settings }),
    schemas: new Map([['default', sources.schema]]),
    gateway: '1.0.0',
  };
}

/** Checks the base with one change applied against the base. */
export async function runChange({ name, sdl, operations, settings }: NamedChange): Promise<Report> {
  const before = compileSources(sourcesOf(baseSdl, baseOperations));
  const edited = sourcesOf(edit(baseSdl, sdl, name), edit(baseOperations, operations, name));
  return checkCatalog({
    ...compileSources(edited, settings),
    old: surfaceOf(before.catalog, before),
    against: 'tools.lock.json',
    explain: true,
  });
}

function edit(text: string, replacements: readonly Replacement[] = [], name: string): string {
  return replacements.reduce((edited, [from, to]) => {
    if (edited.split(from).length !== 2) throw new Error(`${name}: "${from}" does not stand once`);
    return edited.replace(from, () => to);
  }, text);
}
