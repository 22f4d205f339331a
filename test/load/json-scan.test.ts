import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson, type JsonPath } from '../../src/load/json-scan.ts';
import { createLineCounter, parseJson } from '../../src/load/files/read-file.ts';
import { lines } from './sources-folder.ts';

function offsets(text: string): readonly [JsonPath, string][] {
  const found: [JsonPath, string][] = [];
  scanJson(text, (path, offset) => found.push([[...path], text.slice(offset, offset + 4)]));
  return found;
}

describe('scanJson', () => {
  it('tells where members and elements start', () => {
    expect(offsets('{ "a\\n\\"": [1 ,{"b":null}], "": "x\\\\" }')).toEqual([
      [['a\n"'], '"a\\n'],
      [['a\n"', 0], '1 ,{'],
      [['a\n"', 1], '{"b"'],
      [['a\n"', 1, 'b'], '"b":'],
      [[''], '"": '],
    ]);
  });

  it.each([
    ['', 0, 'unexpected the end'],
    ['{"a": x}', 6, 'unexpected "x"'],
    ['{"a": 1,}', 8, 'expected a name in quotes, found "}"'],
    ["{'a': 1}", 1, 'expected a name in quotes, found "\'"'],
    ['{"a" 1}', 5, 'expected ":", found "1"'],
    ['[1 2]', 3, 'expected ",", found "2"'],
    ['[1,]', 3, 'unexpected "]"'],
    ['[01]', 1, 'unexpected "0"'],
    ['{"a": "b', 6, 'the string has no end'],
    ['["\\x"]', 1, 'the string has a bad escape or an unescaped line break'],
    ['["a\nb"]', 1, 'the string has a bad escape or an unescaped line break'],
    ['{} {}', 3, 'unexpected "{" after the end'],
    ['[nullx]', 1, 'unexpected "n"'],
    ['[1', 2, 'expected ",", found the end'],
    ['// a\n{}', 0, 'unexpected "/"'],
  ])('finds what is wrong with %s', (text, offset, message) => {
    expect(scanJson(text)).toEqual({ offset, message });
  });

  it('stops at a bounded depth', () => {
    expect(scanJson('['.repeat(100_000))).toEqual({
      offset: 200,
      message: 'nested more than 200 levels deep',
    });
  });

  it('accepts what JSON.parse accepts, and nothing else', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', ',', '}', ']', ' ', '\\', '0', 'e', '\n'),
      )
      .map(([text, at, inserted]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + inserted + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(scanJson(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('visits each value once, where it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const seen = new Map<string, unknown>();
        scanJson(text, (path, offset) => seen.set(JSON.stringify(path), offset));
        expect([...seen.keys()].sort()).toEqual(pathsOf(JSON.parse(text)).sort());
      }),
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function pathsOf(value: unknown, path: JsonPath = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return steps.flatMap((step) => [
    JSON.stringify([...path, step]),
    ...pathsOf((value as Record<string, unknown>)[step], [...path, step]),
  ]);
}

describe('parseJson', () => {
  it('reports broken JSON at its place', () => {
    const file = { path: '/a.json', shown: 'a.json' };
    const result = parseJson(file, '{\r\n  "a": 1,\r\n  "b" 2\r\n}');
    expect(lines(result.ok ? [] : [result.problem])).toEqual([
      'a.json:3:7: error JSON_SYNTAX: The JSON is broken: expected ":", found "2". Correct the JSON at this place, or have it written anew by the tool it comes from.',
    ]);
  });
});

describe('createLineCounter', () => {
  it('counts lines and columns from 1', () => {
    const at = createLineCounter('ab\n\nc');
    expect([0, 1, 2, 3, 4, 5].map(at)).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
    ]);
  });
});
