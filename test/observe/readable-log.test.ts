import { expect, it } from 'vitest';
import { createReadableLog } from '../../src/observe/log.ts';
import type { LogLevel } from '../../src/core/log.ts';

function logged(level: LogLevel): readonly string[] {
  const lines: string[] = [];
  const log = createReadableLog(level, (text) => lines.push(text));
  const reason = {
    code: 'OPERATION_INVALID',
    severity: 'error',
    message: 'Cannot query field "name".',
    hint: 'Change the operation.',
    place: { file: 'operations/a.graphql', line: 3, column: 5 },
  };
  log.info({ tools: 14, changed: true, nothing: undefined }, 'sources reloaded');
  log.warn({ sections: ['server', 'auth'] }, 'restart the gateway to apply these');
  log.error({ reasons: [reason] }, 'reload refused');
  log.error({ stack: 'Error: no\n    at here' }, 'internal error');
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
}

it('writes a message, and a line for each field below', () => {
  expect(logged('info')).toEqual([
    'info sources reloaded\n  tools: 14\n  changed: true\n',
    'warn restart the gateway to apply these\n  sections: ["server","auth"]\n',
    'error reload refused\n  operations/a.graphql:3:5: error OPERATION_INVALID: Cannot query field "name". Change the operation.\n',
    'error internal error\n  stack: Error: no\n      at here\n',
  ]);
});

it.each([
  ['warn', 3],
  ['error', 2],
  ['silent', 0],
] as const)('leaves out what is less grave than %s', (level, count) => {
  expect(logged(level)).toHaveLength(count);
});
