import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatcher, type Watcher } from '../../src/gateway/watch/watch.ts';
import { eventually } from '../support/servers.ts';

let folder: string;
let watcher: Watcher;
const onChange = vi.fn<() => void>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'));
  await writeFile(join(folder, 'a.graphql'), 'query a { a }');
  watcher = createWatcher(onChange);
  watcher.watch([folder]);
  // chokidar reads the folder first: write a file until it is reported
  await eventually(async () => {
    await writeFile(join(folder, 'ready.graphql'), String(Math.random()));
    if (onChange.mock.calls.length === 0) throw new Error('not ready');
  }, 150);
  onChange.mockClear();
});

afterEach(async () => {
  await watcher.close();
  await rm(folder, { recursive: true });
});

const expectChange = () => eventually(() => expect(onChange).toHaveBeenCalled());

describe('createWatcher', () => {
  it('reports a file that is written, added or removed', async () => {
    await writeFile(join(folder, 'a.graphql'), 'query a { b }');
    await expectChange();
    onChange.mockClear();
    await writeFile(join(folder, 'b.graphql'), 'query b { b }');
    await expectChange();
    onChange.mockClear();
    await rm(join(folder, 'b.graphql'));
    await expectChange();
  });

  it('reports every atomic save', async () => {
    for (const text of ['query a { b }', 'query a { c }', 'query a { d }']) {
      onChange.mockClear();
      await writeFile(join(folder, '.a.graphql.tmp'), text);
      await rename(join(folder, '.a.graphql.tmp'), join(folder, 'a.graphql'));
      await expectChange();
    }
    expect(onChange).toHaveBeenCalled();
  });

  it('reports a folder that is removed and restored, and changes of its files', async () => {
    const ops = join(folder, 'ops');
    await mkdir(ops);
    await expectChange();
    watcher.watch([ops]);
    const steps = [
      () => rename(ops, join(folder, 'aside')),
      () => rename(join(folder, 'aside'), ops),
      () => writeFile(join(ops, 'b.graphql'), 'query b { b }'),
      () => rm(ops, { recursive: true }),
      () => mkdir(ops),
      () => writeFile(join(ops, 'c.graphql'), 'query c { c }'),
      () => writeFile(join(ops, 'c.graphql'), 'query c { d }'),
    ];
    for (const step of steps) {
      onChange.mockClear();
      await step();
      await expectChange();
    }
    expect(steps).toHaveLength(7);
  });

  it('reports a file after a folder temporarily had its name', async () => {
    const file = join(folder, 'a.graphql');
    watcher.watch([file]);
    const steps = [
      () => rename(file, join(folder, 'aside')),
      () => mkdir(file),
      () => rm(file, { recursive: true }),
      () => rename(join(folder, 'aside'), file),
      () => writeFile(file, 'query a { e }'),
    ];
    for (const step of steps) {
      onChange.mockClear();
      await step();
      await expectChange();
    }
    expect(steps).toHaveLength(5);
  });

  it('reports the return of the outermost folder', async () => {
    const base = join(folder, 'base');
    await mkdir(base);
    await expectChange();
    watcher.watch([join(base, 'ops'), join(base, 'gateway.yaml')]);
    await mkdir(join(base, 'ops'));
    onChange.mockClear();
    await writeFile(join(base, 'gateway.yaml'), 'a');
    await expectChange();
    for (const [from, to] of [
      [base, `${base}2`],
      [`${base}2`, base],
    ] as const) {
      onChange.mockClear();
      await rename(from, to);
      await expectChange();
    }
    onChange.mockClear();
    await writeFile(join(base, 'ops', 'b.graphql'), 'query b { b }');
    await expectChange();
  });
});

describe('a watcher of links', () => {
  /** Mounts a version as kubelet does: a folder, and a link that is replaced. */
  async function mount(volume: string, version: string, name: string): Promise<void> {
    await mkdir(join(volume, version), { recursive: true });
    await writeFile(join(volume, version, name), version);
    await symlink(version, join(volume, '..data_tmp'));
    await rename(join(volume, '..data_tmp'), join(volume, '..data'));
  }

  it.each(['file', 'folder'])('reports each swap of ..data above a watched %s', async (kind) => {
    const volume = join(folder, 'volume');
    await mount(volume, '..1', 'a.yaml');
    await symlink(join('..data', 'a.yaml'), join(volume, 'a.yaml'));
    await expectChange();
    watcher.watch([kind === 'file' ? join(volume, 'a.yaml') : volume]);
    for (const version of ['..2', '..3', '..4']) {
      onChange.mockClear();
      await mount(volume, version, 'a.yaml');
      await expectChange();
    }
    expect(watcher.problem).toBeUndefined();
  });

  it('reports a link that is replaced, and changes of what it leads to', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'watch-target-'));
    await writeFile(join(outside, 'one.graphql'), '1');
    await writeFile(join(outside, 'two.graphql'), '1');
    const link = join(folder, 'link.graphql');
    await symlink(join(outside, 'one.graphql'), link);
    await expectChange();
    watcher.watch([folder, link]);
    const steps = [
      async () => {
        await symlink(join(outside, 'two.graphql'), join(folder, 'next'));
        await rename(join(folder, 'next'), link);
      },
      () => writeFile(join(outside, 'two.graphql'), '2'),
      async () => {
        await writeFile(join(outside, 'draft'), '3');
        await rename(join(outside, 'draft'), join(outside, 'two.graphql'));
      },
    ];
    for (const step of steps) {
      onChange.mockClear();
      await step();
      await expectChange();
    }
    await rm(outside, { recursive: true });
    expect(steps).toHaveLength(3);
  });
});

describe('a watcher that is starting', () => {
  const fresh = createWatcher(onChange);

  it('reports changes made between reading the files and being ready', async () => {
    await writeFile(join(folder, 'early.graphql'), 'query b { b }');
    onChange.mockClear();
    fresh.watch([join(folder, 'early.graphql')], Date.now() - 1_000);
    await expectChange();
    onChange.mockClear();
    fresh.watch([join(folder, 'later')]);
    await mkdir(join(folder, 'later'));
    await expectChange();
    onChange.mockClear();
    await writeFile(join(folder, 'later', 'c.graphql'), 'query c { c }');
    await expectChange();
    await fresh.close();
  });
});
