import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { readLock } from '../../../src/check/surface/read-lock.ts';
import { surfaceOf } from '../../../src/check/surface/surface.ts';
import { GatewayError } from '../../../src/core/diagnostic.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

function lockOf(sdl: string, operations: string): string {
  const compiled = compileSources(sourcesOf(sdl, operations));
  return formatLock(surfaceOf(compiled.catalog, compiled));
}

const base = lockOf(baseSdl, baseOperations);

describe('a lock file', () => {
  it('has of a tool all that others rely on, and of the schema what is used', () => {
    const sdl =
      '"Films." type Query { "One." film(id: ID!, lang: String): Film other: Int } type Film { id: ID! name: String year: Int }';
    const lock = lockOf(sdl, '"Gets a film." query getFilm($id: ID!) { film(id: $id) { name } }');
    const { tools, ...rest } = JSON.parse(lock) as Record<string, Record<string, unknown>>;
    expect(rest).toMatchInlineSnapshot(`
      {
        "gateway": "1.0.0",
        "lockVersion": 1,
        "profile": "portable",
        "schemas": {
          "default": [
            "type Film {",
            "  name: String",
            "}",
            "type Query {",
            "  film(id: ID!): Film",
            "}",
          ],
        },
      }
    `);
    const { outputSchema, ...tool } = (tools?.['getFilm'] ?? {}) as Record<string, unknown>;
    expect(tool).toMatchInlineSnapshot(`
      {
        "annotations": {
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": true,
          "readOnlyHint": true,
        },
        "argumentTypes": {
          "id": "ID!",
        },
        "description": "Gets a film.",
        "descriptionHash": "1e434e3ec8481a377f42c5c8dcd7fb4bdefdcc6872076e8b5286e6f191f79930",
        "inputSchema": {
          "additionalProperties": false,
          "properties": {
            "id": {
              "type": "string",
            },
          },
          "required": [
            "id",
          ],
          "type": "object",
        },
        "kind": "query",
        "operation": "getFilm",
        "operationHash": "67ca52c57e327bbc08e4b43d5319032a00459bf8a4aafc258190bd1bf73e36b4",
        "title": "Get film",
      }
    `);
    expect(outputSchema).toMatchObject({ type: 'object', required: ['data'] });
  });

  it('is the same text when it is read and written again', () => {
    expect(formatLock(readLock(base, 'tools.lock.json'))).toBe(base);
  });

  it('may begin with a byte order mark', () => {
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

  it('changes by a few lines when one thing changes', () => {
    const next = lockOf(baseSdl.replace('tagline: String!', 'tagline: String'), baseOperations);
    const known = new Set(base.split('\n'));
    const added = next.split('\n').filter((line) => !known.has(line));
    expect(added.map((line) => line.trim())).toEqual(['"  tagline: String",']);
    expect(next.split('\n').length - base.split('\n').length).toBe(3);
  });

  it('holds names as JSON objects lose them nowhere', () => {
    const lock = lockOf('type Query { a: Int }', 'query constructorX { __proto__x: a }');
    expect([...readLock(lock, 'x').tools.keys()]).toEqual(['constructorX']);
  });

  it('is what the tools were: nothing changed', () => {
    const compiled = compileSources(sourcesOf(baseSdl, baseOperations));
    const now = surfaceOf(compiled.catalog, compiled);
    expect(diffCatalogs(readLock(base, 'x'), now)).toEqual([]);
  });
});

describe('a file that is no lock is refused:', () => {
  const conflict = base.replace(
    '  "profile"',
    '<<<<<<< HEAD\n  "profile": "full",\n=======\n>>>>>>> other\n  "profile"',
  );
  it.each([
    ['no JSON', '{', 'tools.lock.json:1:1: error LOCK_INVALID: The lock file is not JSON: '],
    [
      'another JSON',
      '[]',
      'tools.lock.json:1:1: error LOCK_INVALID: This is no lock file. It must be object.',
    ],
    [
      'another version',
      base.replace('"lockVersion": 1', '"lockVersion": 2'),
      'tools.lock.json:1:1: error LOCK_VERSION: The lock file has format version 2; this gateway reads 1.',
    ],
    [
      'no version',
      '{}',
      'tools.lock.json:1:1: error LOCK_VERSION: The lock file has format version null; this gateway reads 1.',
    ],
    [
      'a tool without a part',
      base.replace('"kind": "mutation",', ''),
      "tools.lock.json:1:1: error LOCK_INVALID: This is no lock file. Its /tools/Forget must have required property 'kind'.",
    ],
    [
      'merge conflict marks',
      conflict,
      'tools.lock.json:4:1: error LOCK_CONFLICT: The lock file has merge conflict marks.',
    ],
    [
      'a version of thousands of lists',
      `{"lockVersion":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      'LOCK_INVALID: This is no lock file. It nests more than 1503 levels deep.',
    ],
    [
      'a version of thousands of characters',
      JSON.stringify({ lockVersion: 'x'.repeat(100_000) }),
      `LOCK_VERSION: The lock file has format version "${'x'.repeat(38)}…; this gateway reads 1.`,
    ],
    [
      'a part of a slice that is no GraphQL',
      base.replace('"type ', '"type {{{'),
      'LOCK_INVALID: This is no lock file. Its /schemas/default is no GraphQL schema: Syntax Error',
    ],
    [
      'a type of an argument that is none',
      base.replace(/"argumentTypes": \{\s*"\w+": "/, (found) => `${found}[`),
      'is no GraphQL type: Syntax Error: Expected "]", found <EOF>.',
    ],
    [
      'a schema with a keyword of another kind',
      base.replace('"inputSchema": {', '"inputSchema": { "anyOf": {},'),
      'LOCK_INVALID: This is no lock file. Its /tools/Forget/inputSchema/anyOf is no list of schemas.',
    ],
    [
      'a schema that leads back to itself',
      base.replace(
        '"inputSchema": {',
        '"inputSchema": { "anyOf": [{ "$ref": "#/$defs/a" }], "$defs": { "a": { "anyOf": [{ "$ref": "#/$defs/b" }, { "$ref": "#/$defs/a" }] }, "b": {} },',
      ),
      'LOCK_INVALID: This is no lock file. Its /tools/Forget/inputSchema leads by references back to itself',
    ],
    [
      'a tool whose name has line breaks',
      base.replace('"Forget": {', String.raw`"\n::error::Forget": {`),
      'LOCK_INVALID: This is no lock file. Its /tools/ ::error::Forget has line breaks or hidden characters.',
    ],
    [
      'an operation whose name has line breaks',
      base.replace('"operation": "Forget"', String.raw`"operation": "x\n::error::y"`),
      'LOCK_INVALID: This is no lock file. Its /tools/Forget/operation has line breaks or hidden characters.',
    ],
    [
      'an argument whose name has control characters',
      base.replace('"properties": {', String.raw`"properties": { "a\u001b[31m": {},`),
      '/inputSchema/properties/a[31m has line breaks or hidden characters.',
    ],
    [
      'no JSON that would write a line of its own',
      '{"a":\n::error::pwn',
      'The lock file is not JSON: Unexpected token \':\', "{"a": ::error::pwn" is not valid JSON.',
    ],
    [
      'an edited description',
      base.replace('"Gets one movie."', '"Gets all."'),
      'error LOCK_INVALID: The description of "GetMovie" does not match its hash: it was edited by hand.',
    ],
  ])('%s', (_, text, message) => {
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
