import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createOperationHasher } from '../../../src/check/operation/operation-hash.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  type Film implements Node { id: ID! name(short: Boolean, lang: String): String! tags: [Tag!]! }
  type Tag { text: String! by: String }
  type Query { film(id: ID!): Film node(id: ID!): Node }
`);

const hash = (document: string) => createOperationHasher()(parse(document), schema);
const film = 'query A($id: ID!, $b: Boolean) { film(id: $id) { id name(short: $b, lang: "en") } }';

describe('the hash of an operation', () => {
  it.each([
    ['has another name', film.replace('query A', 'query B')],
    ['has another layout', film.replaceAll(' ', '\n  ')],
    [
      'has variables in another order',
      film.replace('$id: ID!, $b: Boolean', '$b: Boolean, $id: ID!'),
    ],
    [
      'has arguments in another order',
      film.replace('short: $b, lang: "en"', 'lang: "en", short: $b'),
    ],
    [
      'has fields in another order',
      film.replace('id name(short: $b, lang: "en")', 'name(short: $b, lang: "en") id'),
    ],
    ['selects a field twice', film.replace('{ id name', '{ id id name')],
    ['has a fragment', `${film.replace('{ id name', '{ ...F name')} fragment F on Film { id }`],
    [
      'has a fragment on an interface of the type',
      film.replace('{ id name', '{ ... on Node { id } name'),
    ],
    ['has a fragment without a condition', film.replace('{ id name', '{ ... { id } name')],
    ['has the name of a field as its alias', film.replace('{ id name', '{ id: id name')],
  ])('is the same when it %s', (_, document) => {
    expect(hash(document)).toBe(hash(film));
  });

  it.each([
    ['another field', film.replace('{ id name', '{ name')],
    ['another alias', film.replace('{ id name', '{ key: id name')],
    ['another constant', film.replace('"en"', '"de"')],
    ['another default', film.replace('$b: Boolean', '$b: Boolean = true')],
    ['another type of a variable', film.replace('$b: Boolean', '$b: Boolean!')],
    ['a condition', film.replace('{ id name', '{ id @include(if: $b) name')],
    ['a condition on a fragment', film.replace('{ id name', '{ ... @include(if: $b) { id } name')],
  ])('is another one for %s', (_, document) => {
    expect(hash(document)).not.toBe(hash(film));
  });

  it('merges the selections of a field from several places', () => {
    const whole = 'query A { film(id: 1) { tags { text by } } }';
    const parts =
      'query A { film(id: 1) { tags { by } ...F } } fragment F on Film { tags { text } }';
    expect(hash(parts)).toBe(hash(whole));
  });

  it('keeps a fragment that does not always apply', () => {
    const always = 'query A { node(id: 1) { id } }';
    expect(hash('query A { node(id: 1) { ... on Film { id } } }')).not.toBe(hash(always));
  });
});
