import { expect, it } from 'vitest';
import { challengeOf } from '../../src/auth/bearer.ts';

it('writes its parameters', () => {
  expect(challengeOf()).toBe('Bearer');
  expect(challengeOf({ error: 'invalid_token', error_description: 'No.' })).toBe(
    'Bearer error="invalid_token", error_description="No."',
  );
});

it('replaces characters that would end a quoted value', () => {
  expect(challengeOf({ scope: 'a"b\\c\r\nd é' })).toBe('Bearer scope="a?b?c??d ?"');
});
