import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { wireGateway, type WiredGateway } from '../../src/gateway/create-gateway.ts';
import { silentLog } from '../../src/core/log.ts';
import { closeLater, eventually } from '../support/servers.ts';

const schema =
  'type Query { film(id: ID!): Film, films: [Film!]! }\ntype Film { id: ID! title: String! }\n';
const config =
  'schema: schema.graphql\noperations: operations/*.graphql\nendpoint: http://127.0.0.1:9/\n';

let folder: string;
let gateway: WiredGateway;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hot-reload-'));
  closeLater(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'operations'));
  await write('schema.graphql', schema);
  await write('gateway.yaml', config);
  await write('operations/films.graphql', 'query films { films { id } }');
  const read = () => loadConfig({ folder, env: {} });
  const loaded = await read();
  gateway = await wireGateway({
    config: loaded.config,
    options: loaded.options,
    placeOf: loaded.placeOf,
    baseDir: folder,
    env: {},
    log: silentLog,
    source: {},
    watch: true,
    configFile: loaded.file,
    readConfig: read,
  });
  closeLater(() => gateway.close());
});

/** Saves like editors: writes a temporary file, and renames it. */
async function write(path: string, text: string): Promise<void> {
  await writeFile(join(folder, `${path}.tmp`), text);
  await rename(join(folder, `${path}.tmp`), join(folder, path));
}

const toolNames = () => [...gateway.catalog.tools.keys()];

/** Saves until the watcher reports it: it may still be reading the folder when the test starts. */
async function saveUntil(
  path: string,
  text: string,
  seen: () => void | Promise<void>,
): Promise<void> {
  let count = 0;
  await eventually(async () => {
    await write(path, `${text}\n${'#\n'.repeat(count++ % 7)}`);
    await vi.waitFor(seen, { timeout: 1_500, interval: 50 });
  }, 10);
}

async function health(): Promise<unknown> {
  const response = await gateway.fetch(new Request('http://127.0.0.1:4000/health'));
  return response.json();
}

describe('a gateway that watches its sources', () => {
  it('serves added operations, and stops serving removed ones', async () => {
    await saveUntil(
      'operations/film.graphql',
      'query film($id: ID!) { film(id: $id) { id } }',
      () => expect(toolNames()).toEqual(['film', 'films']),
    );
    await rm(join(folder, 'operations', 'film.graphql'));
    await eventually(() => expect(toolNames()).toEqual(['films']));
  });

  it('keeps the last valid tools while a file is broken, and reports the reason', async () => {
    await saveUntil('operations/films.graphql', 'query films { films { nmae } }', async () =>
      expect(await health()).toMatchObject({ status: 'degraded' }),
    );
    expect(toolNames()).toEqual(['films']);
    expect(await health()).toMatchObject({ lastError: expect.stringContaining('nmae') });
    await saveUntil('operations/films.graphql', 'query films { films { title } }', async () =>
      expect(await health()).toMatchObject({ status: 'ok', tools: 1 }),
    );
    expect(gateway.catalog.tools.get('films')?.operation.document).toContain('title');
  });

  it('applies a changed configuration file, and keeps the old one while it is invalid', async () => {
    await saveUntil('gateway.yaml', `${config}tools: { films: { name: allFilms } }`, () =>
      expect(toolNames()).toEqual(['allFilms']),
    );
    await saveUntil('gateway.yaml', 'schem: schema.graphql', async () =>
      expect(await health()).toMatchObject({ status: 'degraded' }),
    );
    expect(toolNames()).toEqual(['allFilms']);
    expect(await health()).toMatchObject({ lastError: expect.stringContaining('schem') });
  });

  it('lists the sections that need a restart, until they are changed back', async () => {
    const changed = `${config}name: films\ntools: { films: { name: allFilms } }\n`;
    await write('gateway.yaml', `${changed}limits: { maxResultBytes: 4096 }`);
    await gateway.reload();
    expect(await health()).toMatchObject({
      status: 'degraded',
      restartFor: ['name', 'limits'],
    });
    await write('gateway.yaml', changed);
    await gateway.reload();
    expect(await health()).toMatchObject({ status: 'degraded', restartFor: ['name'] });
    await write('gateway.yaml', config);
    await gateway.reload();
    const after = await health();
    expect(after).toMatchObject({ status: 'ok', tools: 1 });
    expect(after).not.toHaveProperty('restartFor');
  });

  it('applies each swap of a mounted ConfigMap', async () => {
    const operations = join(folder, 'operations');
    const mount = async (version: string) => {
      await mkdir(join(operations, version));
      await writeFile(
        join(operations, version, 'mounted.graphql'),
        `query ${version} { films { id } }`,
      );
      await symlink(version, join(operations, '..data_tmp'));
      await rename(join(operations, '..data_tmp'), join(operations, '..data'));
    };
    await mount('v1');
    await saveUntil('gateway.yaml', `${config}tools: { films: { name: allFilms } }`, () =>
      expect(toolNames()).toEqual(['allFilms']),
    );
    await symlink(join('..data', 'mounted.graphql'), join(operations, 'mounted.graphql'));
    await eventually(() => expect(toolNames()).toEqual(['allFilms', 'v1']));
    await mount('v2');
    await eventually(() => expect(toolNames()).toEqual(['allFilms', 'v2']));
  });
});
