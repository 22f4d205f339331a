import { describe, expect, it } from 'vitest';
import { validationReasons } from '../../../src/result/classify/validation-reasons.ts';

describe('validationReasons', () => {
  it.each([
    [
      'NestJS',
      { originalError: { message: ['email must be an email'], statusCode: 400 } },
      ['email must be an email'],
    ],
    [
      'class-validator',
      { validationErrors: [{ property: 'email', constraints: { isEmail: 'must be an email' } }] },
      ['email: must be an email'],
    ],
    [
      'Laravel',
      { validation: { email: ['The email is taken.'], age: ['Too young.'] } },
      ['email: The email is taken.', 'age: Too young.'],
    ],
    [
      'Zod',
      { issues: [{ path: ['user', 'age'], message: 'Too small', code: 'too_small' }] },
      ['user.age: Too small'],
    ],
    ['none', { code: 'X', originalError: { message: { a: 1 } } }, []],
  ])('finds the reasons of %s', (_framework, extensions, reasons) => {
    expect(validationReasons(extensions)).toEqual(reasons);
  });
});
