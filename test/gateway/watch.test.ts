import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatcher, type Watcher } from '../../src/gateway/watch.ts';
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
