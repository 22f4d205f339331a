import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli } from '../support/build.ts';
import { openExample, serveExample } from '../support/example-gateway.ts';

/*
 * The inspector names Node.js 22 as its least; its command line runs on 20 as well.
 */
const require = createRequire(import.meta.url);
const inspector =
  require.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const stdio = [process.execPath, builtCli, 'serve', '--example', '--stdio'];

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterAll(() => rm(home, { recursive: true }));

/** Runs the inspector's command line as a person would; answers its exit code and the result. */
async function inspect(target: readonly string[], options: readonly string[]) {
  const args = [inspector, '--cli', ...target, ...options, '--format', 'json'];
  const child = spawn(process.execPath, args, {
    // it keeps its settings in the home folder
    env: { ...process.env, HOME: home, USERPROFILE: home },
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors, result: output === '' ? undefined : (JSON.parse(output) as unknown) };
}

const servers: readonly (readonly [string, string | undefined, readonly string[]])[] = [
  ['Streamable HTTP, with a handshake', '/mcp', ['--protocol-era', 'legacy']],
  ['Streamable HTTP, without one', '/mcp', ['--protocol-era', 'modern']],
  ['HTTP+SSE', '/sse', []],
  ['stdio', undefined, []],
];

describe.each(servers)('the command line of the MCP Inspector over %s', (_, path, options) => {
  const target = async (): Promise<readonly string[]> =>
    path === undefined ? stdio : [(await serveExample()).replace('/mcp', path)];

  it('lists the tools, and finds no fault in their schemas', async () => {
    const list = [...options, '--method', 'tools/list', '--strict'];
    const { code, errors, result } = await inspect(await target(), list);
    const { tools } = (await openExample()).catalog;
    expect(code, errors).toBe(0);
    expect(result).toMatchObject({
      result: { tools: [...tools.keys()].map((name) => ({ name })) },
    });
  });

  it('calls a tool', async () => {
    const call = [...options, '--method', 'tools/call', '--tool-name', 'getTitle'];
    const { code, errors, result } = await inspect(await target(), [
      ...call,
      '--tool-arg',
      'id=m1',
    ]);
    expect(code, errors).toBe(0);
    expect(result).toMatchObject({
      result: { structuredContent: { data: { title: { id: 'm1' } } } },
    });
  });
});
