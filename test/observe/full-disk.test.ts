import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';

it.runIf(existsSync('/dev/full'))('goes on when the disk of the log is full', () => {
  const script = `
    import { createLog } from './src/observe/log.ts';
    const log = createLog('info');
    for (let line = 0; line < 100; line++) log.warn({ line }, 'a call failed');
    process.stdout.write('still here');`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', './test/support/typescript.mjs', '--input-type=module', '-e', script],
    { stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')], encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'still here' });
});
