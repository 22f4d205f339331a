import { expect, it } from 'vitest';
import { challengeOf } from '../../src/auth/bearer.ts';

it('writes the parts it has', () => {
  expect(challengeOf()).toBe('Bearer');
  expect(challengeOf({ error: 'invalid_token', error_description: 'No.' })).toBe(
    'Bearer error="invalid_token", error_description="No."',
  );
});

it('lets no value break out of its quotes', () => {
  expect(challengeOf({ scope: 'a"b\\c\r\nd é' })).toBe('Bearer scope="a?b?c??d ?"');
});
