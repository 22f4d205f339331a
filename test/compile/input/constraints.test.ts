import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  constraintsOf,
  describeConstraints,
  isPortablePattern,
} from '../../../src/compile/input/constraints.ts';

describe('constraintsOf', () => {
  it.each([
    ['@constraint(min: 1, max: 2.5)', { minimum: 1, maximum: 2.5 }],
    ['@constraint(exclusiveMin: 0, exclusiveMax: 9)', { exclusiveMinimum: 0, exclusiveMaximum: 9 }],
    ['@constraint(minLength: 1, maxLength: 5)', { minLength: 1, maxLength: 5 }],
    ['@constraint(pattern: "^[a-z]+$", multipleOf: 5)', { pattern: '^[a-z]+$', multipleOf: 5 }],
    ['@constraint(minItems: 1, maxItems: 3)', { minItems: 1, maxItems: 3 }],
    ['@Range(min: 1, max: 5)', { minimum: 1, maximum: 5 }],
    ['@Size(min: 1, max: 5)', { minLength: 1, maxLength: 5 }],
    ['@length(max: 5) @pattern(regexp: "a")', { maxLength: 5, pattern: 'a' }],
    ['@other(min: 1) @constraint', {}],
    ['@constraint(format: "email", unknown: 1)', {}],
    ['@constraint(min: "1", max: null, pattern: 3)', {}],
    ['@constraint(maxLength: -1, minItems: 1.5, multipleOf: 0)', {}],
    ['@constraint(multipleOf: -2)', {}],
    ['@constraint(pattern: "(")', {}],
  ])('of %s', (directives, expected) => {
    const document = parse(`input I { a: String ${directives} }`);
    const [input] = document.definitions;
    const fields = input?.kind === 'InputObjectTypeDefinition' ? input.fields : [];
    expect(constraintsOf(fields?.[0]?.directives)).toEqual(expected);
  });

  it('is nothing without directives', () => {
    expect(constraintsOf(undefined)).toEqual({});
  });
});

describe('isPortablePattern', () => {
  it.each(['^[A-Z]{2}$', 'a|b', '^(?:x)+$', '(?=a)a'])('is true of %s', (pattern) => {
    expect(isPortablePattern(pattern)).toBe(true);
  });

  it.each(['(', '(?<n>a)', '(?P<n>a)', '(?<=a)b', '\\p{L}', '\\Z', '[[:alpha:]]', 'a'.repeat(501)])(
    'is false of %s',
    (pattern) => {
      expect(isPortablePattern(pattern)).toBe(false);
    },
  );
});

describe('describeConstraints', () => {
  it('writes bounds as one sentence, or nothing', () => {
    expect(describeConstraints({ maximum: 5, minimum: 1, pattern: '^a' })).toBe(
      'At least 1, at most 5, matches ^a.',
    );
    expect(describeConstraints({})).toBeUndefined();
  });
});
