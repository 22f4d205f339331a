import { expect, it } from 'vitest';
import { writeChallenge } from '../../src/auth/bearer.ts';

it('writes its parameters', () => {
  expect(writeChallenge()).toBe('Bearer');
  expect(writeChallenge({ error: 'invalid_token', error_description: 'No.' })).toBe(
    'Bearer error="invalid_token", error_description="No."',
  );
});

it('replaces characters that would end a quoted value', () => {
  expect(writeChallenge({ scope: 'a"b\\c\r\nd é' })).toBe('Bearer scope="a?b?c??d ?"');
});
