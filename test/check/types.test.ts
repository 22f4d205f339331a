import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatTypes } from '../../src/check/types.ts';
import { surfaceOf } from '../../src/check/surface/compile-surface.ts';
import type { Profile } from '../../src/core/tool.ts';
import { baseOperations, baseSdl } from './support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from './support/run-change.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

function typesOf(sdl: string, operations: string, profile: Profile = 'portable'): string {
  const compiled = compileSources(sourcesOf(sdl, operations), { profile });
  return formatTypes(surfaceOf(compiled.catalog, compiled));
}

/** Compiles files with the project's own settings; answers what the compiler complains of. */
async function compile(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(root, 'node_modules', '.types-'));
  try {
    const names = Object.keys(files);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { types: [], skipLibCheck: false },
      files: names,
      include: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    for (const name of names) await writeFile(join(folder, name), files[name] ?? '');
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    await run(tsc, ['--noEmit', '-p', folder]);
    return [];
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    const found = stdout.matchAll(/^(?:.*\/)?(\S+\(\d+),\d+\): error (TS\d+): /gm);
    return [...found].map(([, where, code]) => `${where}) ${code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const usage = `
import type { ArgumentsOf, ResultOf, ToolName, Tools } from './portable.d.ts';
import type { ListMoviesArguments as FullArguments } from './full.d.ts';

const name: ToolName = 'GetMovie';
const subject: ArgumentsOf<'Rate'> = { subject: { movieId: 'm1' }, score: 3 };
const one: ArgumentsOf<'Rate'> = { subject: { movieId: 'm1', seriesId: null }, score: 3 };
const filter: ArgumentsOf<'ListMovies'> = { filter: { mood: 'HAPPY', year: null } };
const recursive: FullArguments = { filter: { all: [{ all: [{ mood: 'SAD' }] }] } };
declare const movie: ResultOf<'GetMovie'>;
const title: string | undefined = movie.data?.movie?.name;
const facts: unknown = movie.data?.movie?.facts;
const errors: readonly { readonly message: string }[] | undefined = movie.errors;
const both: Tools['GetMovie']['arguments'] = { id: 'm1' };
export { name, subject, one, filter, recursive, title, facts, errors, both };
`;

const misuse = `
import type { ArgumentsOf, ResultOf, ToolName } from './portable.d.ts';
const name: ToolName = 'Nobody';
const two: ArgumentsOf<'Rate'> = { subject: { movieId: 'm1', seriesId: 's1' }, score: 3 };
const none: ArgumentsOf<'Rate'> = { subject: { movieId: null, seriesId: null }, score: 3 };
const mood: ArgumentsOf<'ListMovies'> = { filter: { mood: 'BORED' } };
const missing: ArgumentsOf<'GetMovie'> = {};
const surplus: ArgumentsOf<'GetMovie'> = { id: 'm1', name: 'x' };
declare const movie: ResultOf<'GetMovie'>;
const title: string = movie.data.movie.name;
movie.data = null;
export { name, two, none, mood, missing, surplus, title };
`;

describe('types of tools', () => {
  it('follow the schemas', () => {
    const sdl = `
      "How it feels."
      enum Mood { HAPPY SAD }
      input Subject @oneOf { movieId: ID seriesId: ID }
      type Query {
        "Finds a title */ or not."
        find("By id." subject: Subject!, moods: [Mood!], first: Int = 3): [Found]
      }
      type Found { id: ID! score: Float }
    `;
    const operation =
      'query find($subject: Subject!, $moods: [Mood!], $first: Int = 3) { find(subject: $subject, moods: $moods, first: $first) { id score } }';
    expect(typesOf(sdl, operation)).toMatchInlineSnapshot(`
      "// Written by graphql-mcp-gateway types; changes here are lost.

      /** Arguments of \`find\`: Finds a title *\\/ or not. */
      export type FindArguments = {
        /** By id. Give exactly one of movieId, seriesId. */
        readonly subject: FindArgumentsSubject;
        /** How it feels. */
        readonly moods?: readonly ("HAPPY" | "SAD")[] | null;
        /** Default: 3. */
        readonly first?: number | null;
      };

      export type FindArgumentsSubject = { readonly movieId: string; readonly seriesId?: null } | { readonly movieId?: null; readonly seriesId: string };

      /** \`structuredContent\` of \`find\`. */
      export type FindResult = {
        readonly data: {
          readonly find: readonly ({
            readonly id: string | number;
            readonly score: number | null;
          } | null)[] | null;
        } | null;
        readonly errors?: readonly ({
          readonly message: string;
          readonly path?: readonly (string | number)[];
          readonly classification?: string;
          readonly extensions?: { readonly [name: string]: unknown };
        })[];
        readonly extensions?: { readonly [name: string]: unknown };
      };

      /** Arguments and results of all tools, by name. */
      export interface Tools {
        readonly "find": { readonly arguments: FindArguments; readonly result: FindResult };
      }

      export type ToolName = keyof Tools;
      export type ArgumentsOf<Name extends ToolName> = Tools[Name]['arguments'];
      export type ResultOf<Name extends ToolName> = Tools[Name]['result'];
      "
    `);
  });

  it('have no spaces at the ends of lines', () => {
    const sdl = 'type Query { find("Of two\\n\\n  paragraphs. " id: ID): String }';
    const written = typesOf(sdl, '# Finds.\n#\n# More.\nquery find($id: ID) { find(id: $id) }');
    expect(written).toContain('Finds.');
    expect(written.split('\n').filter((line) => line !== line.trimEnd())).toEqual([]);
  });

  it('compile, and allow exactly what the tools accept and return', async () => {
    const recursive = baseSdl.replace('input Filter {', 'input Filter { all: [Filter!]');
    const complaints = await compile({
      'portable.d.ts': typesOf(baseSdl, baseOperations),
      'full.d.ts': typesOf(recursive, baseOperations, 'full'),
      'gemini.d.ts': typesOf(recursive, baseOperations, 'gemini'),
      'openai.d.ts': typesOf(recursive, baseOperations, 'openai'),
      'usage.ts': usage,
      'misuse.ts': misuse,
    });
    expect(complaints).toEqual([
      'misuse.ts(3) TS2322',
      'misuse.ts(4) TS2322',
      'misuse.ts(5) TS2322',
      'misuse.ts(6) TS2322',
      'misuse.ts(7) TS2741',
      'misuse.ts(8) TS2353',
      'misuse.ts(10) TS18047',
      'misuse.ts(10) TS18047',
      'misuse.ts(11) TS2540',
    ]);
  });
});
