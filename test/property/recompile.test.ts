import fc from 'fast-check';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createCompileCache } from '../../src/compile/cache.ts';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { catalogText } from '../support/corpus.ts';
import { sourcesOf } from '../support/sources.ts';

const numRuns = process.env['DEEP'] ? 600 : 60;

const schema = buildSchema(`
  interface Node { id: ID! }
  type A implements Node { id: ID! name: String! next: Node }
  type B implements Node { id: ID! size: Int }
  type Query { a(key: ID): A node(id: ID, size: Int = 3): Node }
  type Mutation { change(input: Input!): A }
  input Input { id: ID! name: String }
`);

const definitions = [
  'query One($id: ID!) { node(id: $id) { ...P } }',
  '# says what it does\nquery Two { a { ...P ...Q } }',
  '"""says more""" query Three($size: Int) { node(size: $size) { __typename } }',
  'mutation Four($input: Input!) { change(input: $input) { ...Q } }',
  'query Four { a { id } }',
  'query Broken { nothing }',
  'query Conflict { a { ...P ...R } }',
  '{ a { id } }',
  'fragment P on Node { id }',
  'fragment P on Node { id ... on A { name } }',
  'fragment Q on A { next { ...P } }',
  'fragment R on Node { id: __typename }',
  '# a remark',
  '',
];

/** A file with some of the definitions, each once. */
const file = fc
  .uniqueArray(fc.constantFrom(...definitions), { maxLength: 5 })
  .map((parts) => parts.join('\n'))
  .filter(isDocument);

const revision = fc.record({ 'a.graphql': file, 'b.graphql': file, 'c.graphql': file });

describe('a compile with the cache of earlier ones', () => {
  it('returns the same catalog as a compile without a cache', () => {
    fc.assert(
      fc.property(fc.array(revision, { minLength: 2, maxLength: 4 }), (revisions) => {
        const cache = createCompileCache();
        for (const files of revisions) {
          const sources = sourcesOf(schema, files);
          const fresh = catalogText(compileCatalog(sources, defaultCompileSettings));
          const again = catalogText(compileCatalog(sources, defaultCompileSettings, cache));
          expect(again).toBe(fresh);
        }
      }),
      { numRuns },
    );
  }, 600_000);
});

function isDocument(text: string): boolean {
  try {
    return parse(text).definitions.length > 0;
  } catch {
    return false;
  }
}
