import { describe, expect, it } from 'vitest';
import { servedUrl, startCli } from '../support/processes.ts';
import { eventually } from '../support/servers.ts';

// ends what hangs: a process starts in a second, and later on a busy machine
const timeout = 60_000;

describe('the command line as a process', { timeout }, () => {
  it('serves until SIGTERM, then exits with 0', async () => {
    const run = startCli(['serve', '--example', '--port', '0', '--log-level', 'silent']);
    const url = await servedUrl(run);
    const health = await fetch(new URL('/health', url));
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });

  it('reloads its sources on SIGHUP', async () => {
    const run = startCli(['serve', '--example', '--port', '0']);
    const url = await servedUrl(run);
    run.child.kill('SIGHUP');
    await eventually(() => expect(run.errors()).toContain('reloaded'));
    const health = await fetch(new URL('/health', url));
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('serves with several workers, and stops all of them on SIGINT', async () => {
    const run = startCli(['--example', '--port', '0', '--workers', '2', '--log-level', 'silent']);
    const url = await servedUrl(run);
    const health = await fetch(new URL('/health', url), { headers: { connection: 'close' } });
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });

  it('exits at the end of its input over stdio', async () => {
    const run = startCli(['--example', '--stdio', '--log-level', 'silent']);
    run.child.stdin.end(
      '{"jsonrpc":"2.0","id":"a","method":"ping"}\nnot json\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n',
    );
    expect(await run.ended).toBe(0);
    const answers = run
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toMatchObject([{ id: 'a' }, { error: { code: -32_700 } }, { id: 2 }]);
    expect(run.errors()).toContain('films is served over standard input and output');
  });

  it('exits with the documented code, and prints no colours into a pipe', async () => {
    const run = startCli(['serve', '--prot', '1']);
    expect(await run.ended).toBe(2);
    expect(run.errors()).toBe(
      "  error CLI_WRONG_USAGE\n    Unknown option '--prot'.\n    Did you mean --port?\n",
    );
    expect(run.output()).toBe('');
  });

  it('prints no error when its output is closed', async () => {
    const run = startCli(['inspect', '--example', '--json']);
    run.child.stdout.destroy();
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });
});
