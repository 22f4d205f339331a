import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { addCommand } from '../../src/cli/commands/add.ts';
import { refusalOf } from '../config/prepare.ts';
import { closeLater } from '../support/servers.ts';
import { createTestContext } from './streams.ts';

const sdl = `
  type Query {
    "All films. The newest first."
    films(first: Int, year: Int): [Film!]!
    film(id: ID!): Film
    old: Film @deprecated
  }
  type Mutation { addFilm(title: String!): Film! }
  type Film { id: ID! title: String! }
`;

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gateway-add-')));
  closeLater(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'schema.graphql'), sdl);
});

async function configure(text: string, below = ''): Promise<void> {
  await mkdir(join(folder, below), { recursive: true });
  await writeFile(join(folder, below, 'gateway.yaml'), text);
}

async function add(
  fields: string | readonly string[] = [],
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { context, output } = createTestContext(folder);
  const args = [fields].flat();
  expect(await addCommand.run({ context, args, options })).toBe(0);
  return output.text();
}

const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');

describe('add', () => {
  const files = 'schema: schema.graphql\nendpoint: http://127.0.0.1:9/\n';

  it('lists the fields of the API', async () => {
    await configure(files);
    expect(await add()).toBe(
      ['  films    query     All films.', '  film     query', '  addFilm  mutation', ''].join('\n'),
    );
  });

  it('omits fields that an operation calls, or whose file exists', async () => {
    await configure(
      `${files}operations: 'operations/**/*.graphql'\ninlineOperations: ['query newest { first: films { id } }']\n`,
    );
    expect(await add()).toBe(
      [
        '  film     query',
        '  addFilm  mutation',
        '',
        '1 more field already has an operation.',
        '',
      ].join('\n'),
    );
    await add('film,addFilm');
    await writeFile(join(folder, 'operations/addFilm.graphql'), 'mutation broken { nothing }');
    expect(await add()).toBe('3 fields already have an operation.\n');
  });

  it('lists fields of an upstream without a folder of operations', async () => {
    await configure(`${files}operations: []\ninlineOperations: ['{ film(id: "1") { id } }']\n`);
    expect(await add()).toContain('1 more field already has an operation.\n');
  });

  it('writes operations to a folder that the globs match', async () => {
    await configure(`${files}operations: ['!**/old/**', 'src/tools/**/*.mcp.graphql']\n`);
    expect(await add('films, addFilm')).toBe(
      [
        'Wrote 2 files:',
        '  src/tools/listFilms.mcp.graphql',
        '  src/tools/addFilm.mcp.graphql',
        '',
        'Next: graphql-mcp-gateway inspect',
        '',
      ].join('\n'),
    );
    expect(await read('src/tools/listFilms.mcp.graphql')).toContain(
      'query listFilms($first: Int = 20, $year: Int) {',
    );
  });

  it('accepts fields separated by spaces', async () => {
    await configure(files);
    expect(await add(['films', 'film,addFilm'])).toContain('Wrote 3 files:');
  });

  it('writes next to a configuration in another folder', async () => {
    await configure(files.replace('schema.', '../schema.'), 'films');
    expect(await add('film', { config: 'films' })).toContain('  films/operations/film.graphql\n');
  });

  it('writes nothing if one of the files exists', async () => {
    await configure(files);
    await add('film');
    expect(await refusalOf(() => add('films,film'))).toEqual([
      'error CLI_FILE_EXISTS: operations/film.graphql already exists; nothing was written. Edit it, or move it away.',
    ]);
    await expect(read('operations/listFilms.graphql')).rejects.toThrow('ENOENT');
  });

  it('suggests fields for misspelled ones', async () => {
    await configure(files);
    expect(await refusalOf(() => add('flims'))).toEqual([
      'error CLI_UNKNOWN_FIELD: The schema has no root field "flims". Did you mean "films" or "film"? Nothing was written; run "graphql-mcp-gateway add" without a name to list the fields.',
    ]);
  });

  it('requires --upstream for several upstreams, and a folder of operations', async () => {
    const upstream = '{ schema: schema.graphql, endpoint: "http://127.0.0.1:9/"';
    await configure(
      `upstreams:\n  films: ${upstream} }\n  shop: ${upstream}, inlineOperations: ["{ old { id } }"] }\n`,
    );
    expect(await refusalOf(() => add('film'))).toEqual([
      'error CLI_UNKNOWN_UPSTREAM: There are several upstreams, and none was selected. Pass one of films, shop as --upstream.',
    ]);
    expect(await refusalOf(() => add('film', { upstream: 'film' }))).toEqual([
      'error CLI_UNKNOWN_UPSTREAM: Unknown upstream "film". Did you mean "films"? Pass one of films, shop as --upstream.',
    ]);
    expect(await refusalOf(() => add('film', { upstream: 'shop' }))).toEqual([
      'error CLI_NO_PLACE: The upstream "shop" has no folder of operation files. Add a glob such as "operations/**/*.graphql" to "operations" in the configuration.',
    ]);
    expect(await add('film', { upstream: 'films' })).toContain('operations/films/film.graphql');
  });
});
