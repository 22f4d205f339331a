import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { readLock } from '../../../src/check/surface/read-lock.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { GatewayError } from '../../../src/core/diagnostic.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

function lockOf(sdl: string, operations: string): string {
  const compiled = compileSources(sourcesOf(sdl, operations));
  return formatLock(surfaceOf(compiled.catalog, compiled));
}

const base = lockOf(baseSdl, baseOperations);

/** The lines that only one of two texts has. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, next] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
  return [
    ...old.filter((line) => !next.includes(line)).map((line) => `- ${line.trim()}`),
    ...next.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

describe('a lock file', () => {
  it('stores what clients rely on, and the used part of the schema', () => {
    const sdl =
      '"Films." type Query { "One." film(id: ID!, lang: String): Film other: Int } type Film { id: ID! name: String year: Int }';
    const lock = lockOf(sdl, '"Gets a film." query getFilm($id: ID!) { film(id: $id) { name } }');
    const { tools, ...rest } = JSON.parse(lock) as Record<string, Record<string, unknown>>;
    expect(rest).toMatchInlineSnapshot(`
      {
        "gateway": "1.0.0",
        "lockVersion": 2,
        "profile": "portable",
        "schemas": {
          "default": {
            "coordinates": [
              "Film.name: String",
              "Query.film(id:): ID!",
              "Query.film: Film",
            ],
            "envelope": {
              "properties": {
                "data": {},
                "errors": {
                  "items": {
                    "properties": {
                      "classification": {
                        "type": "string",
                      },
                      "extensions": {
                        "type": "object",
                      },
                      "message": {
                        "type": "string",
                      },
                      "path": {
                        "items": {
                          "type": [
                            "string",
                            "integer",
                          ],
                        },
                        "type": "array",
                      },
                    },
                    "required": [
                      "message",
                    ],
                    "type": "object",
                  },
                  "type": "array",
                },
                "extensions": {
                  "type": "object",
                },
              },
              "required": [
                "data",
              ],
              "type": "object",
            },
            "leafTypes": {
              "ID": {
                "input": {
                  "type": "string",
                },
              },
              "String": {
                "output": {
                  "type": "string",
                },
              },
            },
          },
        },
        "tokens": 201,
      }
    `);
    expect(tools).toMatchInlineSnapshot(`
      {
        "getFilm": {
          "annotations": {
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": true,
            "readOnlyHint": true,
          },
          "calls": {
            "film": "film(id: $id)",
          },
          "description": "Gets a film.",
          "input": {
            "id": "ID!",
          },
          "kind": "query",
          "operation": "getFilm",
          "operationHash": "67ca52c57e327bbc08e4b43d5319032a00459bf8a4aafc258190bd1bf73e36b4",
          "output": {
            "film": {
              "$field": "Query.film",
              "name": "Film.name",
            },
          },
          "title": "Get film",
        },
      }
    `);
  });

  it('reads and writes the same text again', () => {
    expect(formatLock(readLock(base, 'tools.lock.json'))).toBe(base);
  });

  it('accepts a byte order mark', () => {
    expect(formatLock(readLock(`\uFEFF${base}`, 'tools.lock.json'))).toBe(base);
  });

  it.each([
    ['formatted', baseSdl, baseOperations.replaceAll(/\n +/g, '\n\n      ')],
    ['commented within', baseSdl, baseOperations.replaceAll('{ id', '{ # what it is\n id')],
    ['in another order', baseSdl, baseOperations.split('\n\n').reverse().join('\n\n')],
    [
      'with fields in another order',
      baseSdl,
      baseOperations.replace('{ id year facts }', '{ facts year id }'),
    ],
    [
      'with variables in another order',
      baseSdl,
      baseOperations.replace(
        '($filter: Filter, $first: Int = 10, $after: String)',
        '($after: String, $filter: Filter, $first: Int = 10)',
      ),
    ],
    [
      'with types in another order',
      baseSdl
        .split(/\n(?=[a-z])/)
        .reverse()
        .join('\n'),
      baseOperations,
    ],
  ])('is the same text for sources %s', (_, sdl, operations) => {
    expect(lockOf(sdl, operations)).toBe(base);
  });

  it('changes by two lines when a field becomes nullable', () => {
    const next = lockOf(baseSdl.replace('tagline: String!', 'tagline: String'), baseOperations);
    expect(changedLines(base, next)).toMatchInlineSnapshot(`
      [
        "- "Movie.tagline: String!",",
        "- "tokens": 1602,",
        "+ "Movie.tagline: String",",
        "+ "tokens": 1604,",
      ]
    `);
  });

  it('stores what a fragment selects once', () => {
    const operations = `
      query A { movies { ...Card } }
      query B($id: ID!) { movie(id: $id) { ...Card } }
      fragment Card on Movie { id name trailer { url } }
    `;
    const lock = lockOf(baseSdl, operations);
    expect(lock.match(/"Trailer.url"/g)).toHaveLength(1);
    expect(lock.match(/"\$selection": "Card"/g)).toHaveLength(2);
    expect(formatLock(readLock(lock, 'tools.lock.json'))).toBe(lock);
  });

  it('keeps names that objects inherit', () => {
    const lock = lockOf('type Query { a: Int }', 'query constructorX { __proto__x: a }');
    expect([...readLock(lock, 'x').tools.keys()]).toEqual(['constructorX']);
  });

  it('reports no change right after it is written', () => {
    const compiled = compileSources(sourcesOf(baseSdl, baseOperations));
    const now = surfaceOf(compiled.catalog, compiled);
    expect(diffCatalogs(readLock(base, 'x'), now)).toEqual([]);
  });
});

describe('an invalid lock file', () => {
  const conflict = base.replace(
    '  "profile"',
    '<<<<<<< HEAD\n  "profile": "full",\n=======\n>>>>>>> other\n  "profile"',
  );
  it.each([
    ['not JSON', '{', 'tools.lock.json:1:1: error LOCK_INVALID: The lock file is not JSON: '],
    [
      'another JSON',
      '[]',
      'tools.lock.json:1:1: error LOCK_INVALID: Invalid lock file: It must be object.',
    ],
    [
      'another version',
      base.replace('"lockVersion": 2', '"lockVersion": 3'),
      'tools.lock.json:1:1: error LOCK_VERSION: The lock file has format version 3; this gateway reads 1 and 2.',
    ],
    [
      'no version',
      '{}',
      'tools.lock.json:1:1: error LOCK_VERSION: The lock file has format version null; this gateway reads 1 and 2.',
    ],
    [
      'a tool without a part',
      base.replace('"kind": "mutation",', ''),
      "tools.lock.json:1:1: error LOCK_INVALID: Invalid lock file: /tools/Forget must have required property 'kind'.",
    ],
    [
      'merge conflict marks',
      conflict,
      'tools.lock.json:4:1: error LOCK_CONFLICT: The lock file has merge conflict marks.',
    ],
    [
      'a version of thousands of lists',
      `{"lockVersion":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      'LOCK_INVALID: Invalid lock file: It nests more than 1500 levels deep.',
    ],
    [
      'a version of thousands of characters',
      JSON.stringify({ lockVersion: 'x'.repeat(100_000) }),
      `LOCK_VERSION: The lock file has format version "${'x'.repeat(38)}…; this gateway reads 1 and 2.`,
    ],
    [
      'a coordinate that a merge lost',
      base.replace('"Movie.tagline: String!",', ''),
      'Invalid lock file: /tools/GetMovie refers to Movie.tagline, which is not among the coordinates.',
    ],
    [
      'a type that a merge lost',
      base.replace('"Subject!"', '"Theme!"'),
      'Invalid lock file: /tools/Rate refers to the type Theme, which the file does not have.',
    ],
    [
      'a selection that it does not have',
      base.replace('"$field": "Query.movie",', '"$field": "Query.movie", "$selection": "Card",'),
      'Invalid lock file: /tools/GetMovie refers to the selection "Card", which the file does not have.',
    ],
    [
      'a selection within itself',
      base
        .replace('"$field": "Query.movie",', '"$field": "Query.movie", "$selection": "A",')
        .replace(
          '"leafTypes": {',
          '"selections": { "A": { "a": { "$field": "Query.movie", "$selection": "A" } } }, "leafTypes": {',
        ),
      'Invalid lock file: /tools/GetMovie refers to the selection "A", which contains itself.',
    ],
    [
      'not JSON, with a line that CI would run',
      '{"a":\n::error::pwn',
      'The lock file is not JSON: Unexpected token \':\', "{"a": ::error::pwn" is not valid JSON.',
    ],
  ])('is rejected: %s', (_, text, message) => {
    let error: unknown;
    try {
      readLock(text, 'tools.lock.json');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(GatewayError);
    expect((error as GatewayError).message).toContain(message);
  });
});

describe('a lock file of version 1', () => {
  const text = readFileSync(join(import.meta.dirname, 'tools-v1.lock.json'), 'utf8');
  const diffWith = (sdl: string) => {
    const compiled = compileSources(sourcesOf(sdl, baseOperations));
    return diffCatalogs(readLock(text, 'tools.lock.json'), surfaceOf(compiled.catalog, compiled));
  };

  it('reports no change of equal published schemas', () => {
    expect(diffWith(baseSdl)).toEqual([]);
  });

  it('reports breaking changes of arguments and results', () => {
    const sdl = baseSdl.replace('tagline: String!', 'tagline: String').replace('SAD CALM', 'SAD');
    expect(diffWith(sdl).map(({ tool, code, path }) => `${tool} ${code} ${path}`)).toEqual([
      'GetMovie OUTPUT_WIDENED data.movie.tagline',
      'ListMovies INPUT_NARROWED filter.mood',
      'GetMovie OUTPUT_VALUES_CHANGED data.movie.mood',
    ]);
  });
});
