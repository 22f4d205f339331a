import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createCompileCache, type CompileCache } from '../../src/compile/cache.ts';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { sourcesOf } from '../support/sources.ts';

const schema = buildSchema(`
  type Film { id: ID! title: String }
  type Query { film(id: ID, first: Int): Film films(first: Int = 3): [Film!] }
`);

const text = `
  # all films
  query Films($first: Int = 10) { films(first: $first) { ...Title } }
  query Film($id: ID) { film(id: $id) { ...Title } }
  fragment Title on Film { title }
`;

/** Compiles what is read anew, and gives a weak hold on the tokens it was read from. */
function load(cache: CompileCache, read: string) {
  const sources = sourcesOf(schema, { 'films.graphql': read });
  const catalog = compileCatalog(sources, defaultCompileSettings, cache);
  const [first] = sources.operations;
  const tokens = new WeakRef(first?.operation.loc?.startToken ?? {});
  return { catalog, tokens };
}

describe('tools in the cache', () => {
  it('do not refer to the parsed files of earlier loads', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const cache = createCompileCache();
    const { tokens } = load(cache, text);
    const { catalog } = load(cache, text.replace('query Film(', 'query FilmOfId('));
    // what is held weakly stays until the turn ends
    await setImmediate();
    collect();
    expect(tokens.deref()).toBeUndefined();
    expect([...catalog.tools.keys()]).toEqual(['FilmOfId', 'Films']);
  });
});
