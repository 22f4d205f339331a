import { describe, expect, it } from 'vitest';
import { calledFields } from '../../src/load/starters/starter-operations.ts';

describe('calledFields', () => {
  it.each([
    ['a query', '{ films { id } }', ['query films']],
    ['aliases', '{ list: films { film } one: film }', ['query films', 'query film']],
    ['a mutation', 'mutation add { addFilm { id } }', ['mutation addFilm']],
    [
      'fragments',
      '{ ...A ... on Query { film } } fragment A on Query { ...B } fragment B on Query { films }',
      ['query films', 'query film'],
    ],
    ['a subscription', 'subscription s { filmAdded }', []],
  ])('finds the root fields of %s', (_, document, expected) => {
    expect(calledFields(document)).toEqual(new Set(expected));
  });
});
