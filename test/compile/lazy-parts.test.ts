import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { corpusNames, loadCorpus } from '../support/corpus.ts';
import { catalogOf } from '../support/sources.ts';

const schema = `
  directive @constraint(minLength: Int, max: Int) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  scalar Email
  input Filter { title: String @constraint(minLength: 2) years: Int = 3 @constraint(max: 9) }
  type Film { id: ID! title: String }
  type Query { films(filter: Filter, mail: Email, first: Int @constraint(max: 50)): [Film!]! }
`;

const films = `
  query Films($filter: Filter, $mail: Email, $first: Int) {
    films(filter: $filter, mail: $mail, first: $first) { id title }
  }
`;

const settings = {
  profile: 'full' as const,
  scalars: new Map([['Email', { type: 'string', pattern: '@' } as const]]),
};

describe('a catalog', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('compiles a validator when the first value is checked', () => {
    const compiled = vi.spyOn(Ajv2020.prototype, 'compile');
    const [tool] = catalogOf(schema, { 'films.graphql': films }, settings).tools.values();
    tool?.prepareArguments({});
    expect(compiled).not.toHaveBeenCalled();
    tool?.prepareArguments({ first: 51 });
    expect(compiled).toHaveBeenCalledTimes(1);
    tool?.prepareArguments({ first: 52, mail: 'a@b' });
    expect(compiled).toHaveBeenCalledTimes(2);
    tool?.checkOutput({ data: null });
    tool?.checkOutput({ data: null });
    expect(compiled).toHaveBeenCalledTimes(3);
  });

  it.skipIf(corpusNames.length === 0).each(corpusNames)(
    'of %s compiles none at all',
    async (name) => {
      const sources = await loadCorpus(name);
      const compiled = vi.spyOn(Ajv2020.prototype, 'compile');
      expect(compileCatalog(sources, defaultCompileSettings).tools.size).toBeGreaterThan(0);
      expect(compiled).not.toHaveBeenCalled();
    },
    120_000,
  );

  it('returns the same document and hash each time', () => {
    const [tool] = catalogOf(schema, { 'films.graphql': films }, settings).tools.values();
    const { document, hash } = tool?.operation ?? {};
    expect(document).toContain('query Films(');
    expect(tool?.operation.document).toBe(document);
    expect(tool?.operation.hash).toBe(hash);
  });
});
