import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { mcpParam, mcpTool } from '../../src/compile/directives.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import type { Catalog } from '../../src/core/tool.ts';
import { createFilmApi } from '../../src/example/film-api.ts';
import { loadSources } from '../../src/load/load-sources.ts';
import {
  ada,
  createFilmCalls,
  operationFiles,
  operations,
  operationsOf,
} from '../example/film-calls.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');

/** The page's examples, by the file name that stands before each. */
const examples: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/^`operations\/([\w/-]+\.graphql)`:\n\n```graphql\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', text = '']) => [file, text],
  ),
);

const documents = operationsOf(examples);

const root = join(import.meta.dirname, '..', '..');

let folder: string;
let catalog: Catalog;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operations-'));
  await Promise.all(
    [...examples, ...operationFiles].map(([file, text]) => writeFile(join(folder, file), text)),
  );
  const upstream = resolveUpstream('default', {
    schema: join(root, 'schema', '*.graphql'),
    operations: '*.graphql',
  });
  const sources = await loadSources(upstream, { folders: { base: folder, displayBase: folder } });
  catalog = compileCatalog(sources, defaultCompileSettings);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What each example answers. */
const runs: readonly (readonly [string, Readonly<Record<string, unknown>>, unknown])[] = [
  [
    'findSeries',
    { genre: 'CRIME', status: 'RUNNING' },
    {
      tvShows: [
        { id: 's4', name: 'Cold Ledger', genres: ['CRIME', 'THRILLER'], status: 'RUNNING' },
      ],
    },
  ],
  [
    'shortFilms',
    { maxRuntime: 'PT1H26M' },
    {
      movies: {
        nodes: [
          { id: 'm16', name: 'What the Glacier Kept', runtime: 'PT1H26M', averageScore: 8.7 },
        ],
      },
    },
  ],
  [
    'filmForTonight',
    { id: 'm16', withShowtimes: true },
    {
      movie: {
        name: 'What the Glacier Kept',
        synopsis: 'A year with the people who catalogue what the ice gives back.',
        runtime: 'PT1H26M',
      },
      showtimes: [],
    },
  ],
  [
    'rememberFilm',
    { filmId: 'm16' },
    { addToWatchlist: { id: 'w-m16', title: { name: 'What the Glacier Kept' } } },
  ],
  ['showtimesNearMe', { movieId: 'm16', city: 'Larkhaven' }, { showtimes: [] }],
  [
    'horrorSeries',
    {},
    {
      tvShows: [
        {
          __typename: 'TvShow',
          id: 's7',
          name: 'Room for Rent, Ghost Included',
          watchStatus: null,
        },
      ],
    },
  ],
  [
    'newestFilm',
    {},
    { movies: { nodes: [{ id: 'm24', name: "Tomorrow's Ferry", releasedOn: '2025-02-14' }] } },
  ],
  [
    'filmNight',
    { filmId: 'm16', seriesId: 's5' },
    {
      film: {
        name: 'What the Glacier Kept',
        synopsis: 'A year with the people who catalogue what the ice gives back.',
      },
      series: { name: 'Hedgerow', synopsis: 'Small animals, large questions, one hedge.' },
    },
  ],
];

describe('docs/operations.md', () => {
  it('names the file of every example', () => {
    expect(page.match(/^```graphql$/gm)).toHaveLength(examples.size);
    expect([...examples.keys()]).toEqual([
      'findSeries.graphql',
      'shortFilms.graphql',
      'filmForTonight.graphql',
      'rememberFilm.graphql',
      'showtimesNearMe.graphql',
      'card-fragments.graphql',
      'horrorSeries.graphql',
      'newestFilm.graphql',
      'filmNight.graphql',
    ]);
  });

  it('has examples that can be added to the operations of the example', () => {
    const taken = [...examples.keys()].filter((file) => operationFiles.has(file));
    const names = [...documents.keys()].filter((name) => operations.has(name));
    expect([...taken, ...names]).toEqual([]);
  });

  it('has examples that become tools with those of the example', () => {
    expect(catalog.skipped).toEqual([]);
    expect(catalog.diagnostics).toEqual([]);
    expect([...catalog.tools.keys()]).toEqual(expect.arrayContaining([...documents.keys()]));
  });

  it('says how a comment becomes a description', () => {
    const tool = catalog.tools.get('shortFilms');
    expect(tool?.description).toBe(
      'Lists films that run no longer than a given time, the best reviewed first.',
    );
    expect(tool?.inputSchema.properties).toEqual({
      maxRuntime: {
        type: 'string',
        description: 'Longest running time in hours and minutes. Duration, ISO 8601: PT1H30M.',
      },
    });
  });

  it('says how an argument is named, and how it is kept from the model', () => {
    const argumentsOf = (name: string) =>
      Object.keys(catalog.tools.get(name)?.inputSchema.properties ?? {});
    expect(argumentsOf('rememberFilm')).toEqual(['film']);
    expect(argumentsOf('showtimesNearMe')).toEqual(['movieId']);
    expect(catalog.tools.get('showtimesNearMe')?.operation.bound).toMatchObject([
      { variable: 'city', from: 'claim', name: 'city', required: true },
    ]);
  });

  it('says which tools accept partial results', () => {
    expect(catalog.tools.get('filmNight')?.partialResults).toBe('ACCEPT');
    expect(catalog.tools.get('findSeries')?.partialResults).toBe('REJECT');
  });

  it.each(runs)('has an example %s that does what it says', (operation, args, data) => {
    const call = createFilmCalls(createFilmApi(), documents);
    expect(call(operation, args, ada)).toEqual({ data });
  });

  it.each([mcpTool, mcpParam])('lists every argument of %s', ({ name, args }) => {
    const table = new RegExp(`^\\| \`@${name}\`[\\s\\S]*?\\n\\n`, 'm').exec(page)?.[0] ?? '';
    const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, argument]) => argument);
    expect(listed).toEqual(args.map((argument) => argument.name));
  });
});
