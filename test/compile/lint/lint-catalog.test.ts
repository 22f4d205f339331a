import { describe, expect, it } from 'vitest';
import { lintCatalog } from '../../../src/compile/lint/lint-catalog.ts';
import { catalogOf, toolOf } from '../../support/sources.ts';

const one = toolOf('type Query { a: Int }', 'query A { a }');
const many = (count: number) => Array.from({ length: count }, () => one);

describe('lintCatalog', () => {
  it.each([
    [40, undefined],
    [41, 'There are 41 tools; some clients accept at most 40 (Cursor).'],
    [101, 'There are 101 tools; some clients accept at most 40 (Cursor), 100 (Windsurf).'],
    [
      129,
      'There are 129 tools; some clients accept at most 40 (Cursor), 100 (Windsurf), 128 (the OpenAI API and VS Code).',
    ],
  ])('reports the limits exceeded by %d tools', (count, message) => {
    expect(lintCatalog(many(count))[0]?.message).toBe(message);
  });

  it('reports more than 20,000 tokens', () => {
    expect(lintCatalog([{ ...one, estimatedTokens: 20_000 }])).toEqual([]);
    expect(lintCatalog([{ ...one, estimatedTokens: 20_001 }]).map(({ code }) => code)).toEqual([
      'CATALOG_TOKENS_MANY',
    ]);
  });

  it('ignores hidden tools', () => {
    const operations = Array.from(
      { length: 41 },
      (_, at) => `query Q${at} @mcpTool(hidden: true) { a }`,
    );
    const { diagnostics } = catalogOf('type Query { "All." a: Int }', {
      'a.graphql': operations.join('\n'),
    });
    expect(diagnostics).toEqual([]);
  });
});
