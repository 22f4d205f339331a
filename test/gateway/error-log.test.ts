import { expect, it } from 'vitest';
import { createErrorLog } from '../../src/gateway/error-log.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { toolFixture } from '../support/tool-fixture.ts';

const tool = toolFixture('query film { film }');
const errors = [
  { message: 'secret', classification: 'NOT_FOUND', path: ['a'] },
  { message: 'secret', classification: 'UNAUTHORIZED' },
  { message: 'secret', classification: 'INTERNAL_ERROR', path: ['films', 1, 'title'] },
] as const;

it.each([
  [true, { classification: 'INTERNAL_ERROR', path: 'films[].title' }],
  [false, { classification: 'UNAUTHORIZED', path: '' }],
])('logs the first error that an operator must fix (caller known: %s)', (known, logged) => {
  const { log, warnings } = keepingLog();
  createErrorLog(log, known)(tool, errors);
  expect(warnings).toEqual([[{ tool: 'film', ...logged }, 'the API answered with an error']]);
});

it('does not log errors that agents and users can act on', () => {
  const { log, warnings } = keepingLog();
  createErrorLog(log, true)(tool, errors.slice(0, 2));
  expect(warnings).toEqual([]);
});
