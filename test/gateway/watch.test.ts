import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatcher, type Watcher } from '../../src/gateway/watch.ts';

let folder: string;
let watcher: Watcher;
const onChange = vi.fn<() => void>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'));
  await writeFile(join(folder, 'a.graphql'), 'query a { a }');
  watcher = createWatcher(onChange);
  watcher.watch([folder]);
  // chokidar reads the folder first; a file written until it reports tells when it is ready
  await vi.waitFor(async () => {
    await writeFile(join(folder, 'ready.graphql'), String(Math.random()));
    if (onChange.mock.calls.length === 0) throw new Error('not ready');
  }, waiting);
  onChange.mockClear();
});

afterEach(async () => {
  await watcher.close();
  await rm(folder, { recursive: true });
});

const waiting = { timeout: 10_000, interval: 150 };
const expectChange = () => vi.waitFor(() => expect(onChange).toHaveBeenCalled(), waiting);

describe('a watcher', () => {
  it('hears of a file written, added and removed', async () => {
    await writeFile(join(folder, 'a.graphql'), 'query a { b }');
    await expectChange();
    onChange.mockClear();
    await writeFile(join(folder, 'b.graphql'), 'query b { b }');
    await expectChange();
    onChange.mockClear();
    await rm(join(folder, 'b.graphql'));
    await expectChange();
  });

  it('hears of every atomic save, not only the first', async () => {
    for (const text of ['query a { b }', 'query a { c }', 'query a { d }']) {
      onChange.mockClear();
      await writeFile(join(folder, '.a.graphql.tmp'), text);
      await rename(join(folder, '.a.graphql.tmp'), join(folder, 'a.graphql'));
      await expectChange();
    }
    expect(onChange).toHaveBeenCalled();
  });
});
