import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../src/core/tool.ts';
import { runTypeScript } from '../support/processes.ts';
import { seededChoices } from '../support/choices.ts';
import { corpusFolder, corpusNames } from '../support/corpus.ts';
import type { CatalogRequest } from './print-catalogs.ts';

const script = join(import.meta.dirname, 'print-catalogs.ts');
const run = promisify(execFile);

/** Places where case, order and dates are not what they are elsewhere, and an order of files for each. */
const places = [
  { env: { LC_ALL: 'C', LANG: 'C', TZ: 'UTC' }, seed: undefined },
  { env: { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Apia' }, seed: 1 },
  { env: { LC_ALL: 'lt_LT.UTF-8', LANG: 'lt_LT.UTF-8', TZ: 'Asia/Kathmandu' }, seed: 2 },
  ...(process.env['DEEP'] === undefined
    ? []
    : [{ env: { LC_ALL: 'th_TH.UTF-8', LANG: 'th_TH.UTF-8', TZ: 'America/St_Johns' }, seed: 3 }]),
];

/** Names that locales order and lower differently, and every kind of finding among the operations. */
const tricky = new Map([
  ['schema/ı.graphql', 'type Query { item(id: ID, I: Int): Item }'],
  ['schema/İ.graphql', 'extend type Query { ITEM: Item item_2: Item } scalar Instant'],
  ['schema/z.graphql', 'type Item { id: ID! title: String! TITLE: Int at: Instant }'],
  ['schema/ä.graphql', 'extend type Item { next(first: Int = 3): [Item!]! }'],
  ['operations/I.graphql', 'query ITEMI { item { id } }'],
  ['operations/ı.graphql', 'query itemi { item { title } }'],
  ['operations/İ.graphql', '{ item { id } } '],
  ['operations/i.graphql', '# i\nquery Twice($I: ID) { item(id: $I) { id } }'],
  ['operations/z/ä.graphql', 'query Twice { item { ...Part } } fragment Part on Item { id }'],
  ['operations/ä/z.graphql', 'query Other { item { ...Part } } fragment Part on Item { title }'],
  ['operations/_a.graphql', 'query Broken { itm { titel } }'],
  ['operations/Z.graphql', `query ${'Long'.repeat(20)}I { item_2 { at } }`],
  ['operations/é.graphql', `query ${'Long'.repeat(20)}i { ITEM { at } }`],
]);

describe('a catalog', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-'));
    for (const [path, text] of tricky) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is byte-equal in every locale, time zone and order of files', async () => {
    const requests = [
      ...(await requestsFor(folder, ['portable', 'full'])),
      ...(
        await inTurn(corpusNames, (name) => requestsFor(corpusFolder(name), ['portable']))
      ).flat(),
    ];
    const [expected, ...others] = await inTurn(places, async ({ env, seed }) => {
      const asked = requests.map((request) => shuffled(request, seed));
      const args = [...runTypeScript(script), JSON.stringify(asked)];
      const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } });
      return JSON.parse(stdout) as readonly string[];
    });
    expect(new Set(expected).size).toBe(requests.length);
    expect(others).toEqual(others.map(() => expected));
  }, 600_000);
});

async function requestsFor(
  folder: string,
  profiles: readonly Profile[],
): Promise<readonly CatalogRequest[]> {
  const found = await readdir(folder, { recursive: true });
  const files = found.filter((path) => path.endsWith('.graphql')).sort();
  const schema = files.filter((path) => path.startsWith('schema/'));
  const operations = files.filter((path) => path.startsWith('operations/'));
  return profiles.map((profile) => ({ folder, schema, operations, profile }));
}

function shuffled(request: CatalogRequest, seed: number | undefined): CatalogRequest {
  if (seed === undefined) return request;
  const choices = seededChoices(seed);
  const shuffle = (files: readonly string[]) =>
    files
      .map((file) => [choices.below(1_000_000), file] as const)
      .sort(([a], [b]) => a - b)
      .map(([, file]) => file);
  return {
    ...request,
    schema: shuffle(request.schema),
    operations: shuffle(request.operations),
  };
}

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}
