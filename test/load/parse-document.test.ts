import { Source } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parseDocument, placeOf } from '../../src/load/files/parse-document.ts';
import { lines } from './sources-folder.ts';

function parsed(text: string, offset?: { readonly line: number; readonly column: number }) {
  const result = parseDocument(new Source(text, 'a.graphql', offset));
  return result.ok ? result : lines([result.problem])[0];
}

function places(text: string, offset?: { readonly line: number; readonly column: number }) {
  const result = parsed(text, offset);
  if (typeof result !== 'object') throw new Error(result);
  return result.definitions.map(placeOf);
}

describe('parseDocument', () => {
  it.each([
    ['query A {\n  b(\n}', 'a.graphql:3:1: error GRAPHQL_SYNTAX: Expected Name, found "}".'],
    ['query A {\r\n  b(\r\n}', 'a.graphql:3:1: error GRAPHQL_SYNTAX: Expected Name, found "}".'],
    ['{ a(b: "c) }', 'a.graphql:1:13: error GRAPHQL_SYNTAX: Unterminated string.'],
    ['qery A { b }', 'a.graphql:1:1: error GRAPHQL_SYNTAX: Unexpected Name "qery".'],
    ['query A', 'a.graphql:1:8: error GRAPHQL_SYNTAX: Expected "{", found <EOF>.'],
  ])('reports %j at its place', (text, expected) => {
    expect(parsed(text)).toBe(`${expected} Correct the GraphQL at this place.`);
  });

  it('reads a text without definitions', () => {
    for (const text of ['', '\n\n', '# only a comment ####', ' # one\r\n\t,, # two']) {
      expect(parsed(text)).toMatchObject({ ok: true, definitions: [] });
    }
  });

  it('rejects text that is nested too deeply', () => {
    const nested = (depth: number) => `${'{a'.repeat(depth)}${'}'.repeat(depth)}`;
    expect(parsed(nested(200))).toMatchObject({ ok: true });
    const hint = 'Check that the file is the intended one: no real operation is nested so deeply.';
    const problem = `error GRAPHQL_TOO_DEEP: The text is nested more than 200 levels deep. ${hint}`;
    expect(parsed(nested(201))).toBe(`a.graphql:1:401: ${problem}`);
    expect(parsed(nested(100_000))).toBe(`a.graphql:1:1: ${problem}`);
  });

  it('reports the line within an embedded document', () => {
    expect(parsed('query A {\n  b(\n}', { line: 7, column: 3 })).toBe(
      'a.graphql:7:3: error GRAPHQL_SYNTAX: Expected Name, found "}", at 3:1 of the text. Correct the GraphQL at this place.',
    );
  });
});

describe('placeOf', () => {
  it('is the place of the keyword, not of the description or a comment', () => {
    const text = '# about\n"""\nFinds.\n"""\n# more\nquery A { b }\n\n  fragment B on C { d }';
    expect(places(text)).toEqual([
      { file: 'a.graphql', line: 6, column: 1 },
      { file: 'a.graphql', line: 8, column: 3 },
    ]);
  });

  it('is the place of the entry for embedded text', () => {
    expect(places('query A { b }\nquery C { d }', { line: 4, column: 5 })).toEqual([
      { file: 'a.graphql', line: 4, column: 5 },
      { file: 'a.graphql', line: 4, column: 5 },
    ]);
  });

  it('is undefined for a node that was not parsed', () => {
    expect(placeOf({ kind: 'Name', value: 'a' } as never)).toBeUndefined();
  });
});
