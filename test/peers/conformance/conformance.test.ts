import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serveFixture } from './serve-fixture.ts';

const require = createRequire(import.meta.url);
const suite = require.resolve('@modelcontextprotocol/conformance/dist/index.js');
const hook = pathToFileURL(join(import.meta.dirname, 'glob-hook.mjs')).href;
const nodeOptions = 'globSync' in fs ? [] : ['--import', hook];

interface Judged {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the official suite against a gateway, in a process of its own. */
async function judge(url: string, revision: string, folder: string): Promise<Judged> {
  const options = {
    url,
    requirements: revision,
    'expected-failures': join(import.meta.dirname, `expected-failures-${revision}.yml`),
    // one tool takes half a minute, to be told of its progress
    timeout: '60000',
    'output-dir': folder,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [...nodeOptions, suite, 'server', ...flags]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/*
 * The suite fails when anything fails that the list of expected failures does not name, and when
 * something that it names passes.
 */
describe.concurrent('the official conformance suite', () => {
  it.each(['2025-11-25', '2026-07-28'])('passes for revision %s', async (revision) => {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-results-'));
    const served = await serveFixture();
    const { code, output } = await judge(served.url, revision, folder);
    await served.close();
    await rm(folder, { recursive: true });
    expect(output).toContain('Baseline check passed');
    expect(code, output).toBe(0);
  });
});
