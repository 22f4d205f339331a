import { describe, expect, it } from 'vitest';
import { checkCatalog } from '../../../src/check/check-catalog.ts';
import { allowedByLock } from '../../../src/check/guard.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { readLock } from '../../../src/check/surface/read-lock.ts';
import type { CompileSettings } from '../../../src/compile/model/settings.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

const sdl = `
  type Product { sku: String! name: String! categoryId: Int! owner: String! }
  type ProductPayload { product: Product }
  type Query {
    products(categoryId: Int, "Where to start." after: String, lang: String = "en"): [Product!]!
  }
  type Mutation {
    updateProductBySku(input: UpdateInput!): ProductPayload
    deleteProductBySku(input: DeleteInput!): ProductPayload
  }
  input UpdateInput { sku: String! patch: Patch! }
  input Patch { tags: [String!] name: String }
  input DeleteInput { sku: String! }
`;

const clearTags =
  'mutation clearTags($sku: String!) { r: updateProductBySku(input: {sku: $sku, patch: {tags: []}}) { product { sku } } }';
const list = 'query list($after: String) { products(categoryId: 1, after: $after) { sku } }';

interface Edited {
  readonly sdl?: string;
  readonly settings?: Partial<CompileSettings>;
}

/** Checks an edited operation against the lock of the first one; a locked gateway has to agree. */
function check(before: string, after: string, { sdl: edited = sdl, settings }: Edited = {}) {
  const old = compileSources(sourcesOf(sdl, before));
  const lock = readLock(formatLock(surfaceOf(old.catalog, old)), 'tools.lock.json');
  const next = compileSources(sourcesOf(edited, after), settings);
  const { changes, verdict } = checkCatalog({ ...next, old: lock, against: 'tools.lock.json' });
  const { refused } = allowedByLock(next.catalog, lock, next.schemas);
  const isRefused = verdict === 'breaking' || verdict === 'dangerous';
  expect(refused.map(({ code }) => code)).toEqual(isRefused ? ['TOOL_DIFFERS_FROM_LOCK'] : []);
  return { verdict, codes: changes.map(({ code }) => code), message: changes[0]?.message };
}

describe('an edited operation', () => {
  it('is breaking if a mutation runs another root field, though it also selects more', () => {
    const after = clearTags
      .replace(
        'updateProductBySku(input: {sku: $sku, patch: {tags: []}})',
        'deleteProductBySku(input: {sku: $sku})',
      )
      .replace('{ sku }', '{ sku name }');
    expect(check(clearTags, after)).toEqual({
      verdict: 'breaking',
      codes: ['ROOT_FIELD_CHANGED', 'OPERATION_CHANGED', 'OUTPUT_NARROWED'],
      message: 'The mutation ran updateProductBySku, and runs deleteProductBySku now.',
    });
  });

  it('is dangerous if a constant changes, though it also selects more', () => {
    const after = list.replace('categoryId: 1', 'categoryId: 2').replace('{ sku }', '{ sku name }');
    expect(check(list, after)).toEqual({
      verdict: 'dangerous',
      codes: ['OPERATION_CHANGED', 'OUTPUT_NARROWED'],
      message:
        'The operation changed at products: "products(after: $after, categoryId: 1)" became "products(after: $after, categoryId: 2)".',
    });
  });

  it('is dangerous twice if a constant and the description of an argument change', () => {
    const edited = sdl.replace('Where to start.', 'Where the page starts.');
    const after = list.replace('categoryId: 1', 'categoryId: 2');
    expect(check(list, after, { sdl: edited }).codes).toEqual([
      'INPUT_TEXT_CHANGED',
      'OPERATION_CHANGED',
    ]);
  });

  const both = `mutation both($sku: String!) {
    a: updateProductBySku(input: {sku: $sku, patch: {name: "$sku"}}) { product { sku } }
    b: deleteProductBySku(input: {sku: $sku}) { product { sku } }
  }`;
  const [, first = '', second = ''] = /(a: .*)\n\s*(b: .*)\n/.exec(both) ?? [];

  it.each([
    ['passes another constant', clearTags, clearTags.replace('[]', '["x"]')],
    [
      'has the directive of a field removed',
      list.replace('{ sku', '{ sku name @skip(if: false)'),
      list.replace('{ sku', '{ sku name'),
    ],
    [
      'gives a response name to another field',
      list.replace('{ sku', '{ sku name'),
      list.replace('{ sku', '{ sku name: owner'),
    ],
    [
      'gives an alias to another field',
      list.replace('{ sku', '{ sku title: name'),
      list.replace('{ sku', '{ sku title: owner'),
    ],
    [
      'exchanges its arguments',
      list.replace('after: $after', 'after: $after, lang: "a"'),
      list.replace('after: $after', 'after: "a", lang: $after'),
    ],
    [
      'passes a new argument whose default is another',
      list,
      list
        .replace('($after: String', '($after: String, $c: Int = 2')
        .replace('categoryId: 1', 'categoryId: $c'),
    ],
    [
      'runs its root fields in another order',
      both,
      both.replace(first, '').replace(second, `${second} ${first}`),
    ],
  ])('is dangerous, whatever else changes, if it %s', (_, before, after) => {
    const changed = check(before, after.replace(/\{ (product \{ )?sku/, '{ $1sku categoryId'));
    expect(changed.verdict).toBe('dangerous');
    expect(changed.codes).toContain('OPERATION_CHANGED');
  });

  it('is dangerous if arguments exchange their names by configuration', () => {
    const two = 'query list($a: String, $b: String) { products(after: $a, lang: $b) { sku } }';
    const settings = {
      tools: new Map([['list', { params: { a: { name: 'b' }, b: { name: 'a' } } }]]),
    };
    expect(check(two, two, { settings }).codes).toContain('OPERATION_CHANGED');
  });

  it.each([
    ['selects more', list, list.replace('{ sku', '{ title: name sku')],
    [
      'takes an optional argument',
      list,
      list
        .replace('($after: String', '($after: String, $lang: String')
        .replace('after: $after', 'after: $after, lang: $lang'),
    ],
    [
      'takes an argument in place of the same constant',
      list,
      list
        .replace('($after: String', '($after: String, $c: Int = 1')
        .replace('categoryId: 1', 'categoryId: $c'),
    ],
  ])('is safe if it %s', (_, before, after) => {
    expect(check(before, after).verdict).toBe('safe');
  });

  it.each([
    [
      'fields move into a fragment',
      clearTags,
      `${clearTags.replace('{ sku }', '{ ...P }')} fragment P on Product { sku }`,
    ],
    [
      'arguments change places',
      list,
      list.replace('categoryId: 1, after: $after', 'after: $after, categoryId: 1'),
    ],
  ])('is unchanged if %s', (_, before, after) => {
    expect(check(before, after).verdict).toBe('unchanged');
  });
});
