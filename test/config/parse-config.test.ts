import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/parse-config.ts';
import { refusalOf } from './findings.ts';

const refused: readonly (readonly [title: string, file: string, line: string])[] = [
  [
    'a repeated key',
    'endpoint: a\nname: b\nendpoint: c',
    'gateway.yaml:3:1: error CONFIG_REPEATED_KEY: The key "endpoint" stands twice in one object. Keep one of the two.',
  ],
  [
    'a repeated key of JSON',
    '{\n  "a": 1,\n  "a": 2\n}',
    'gateway.yaml:3:3: error CONFIG_REPEATED_KEY: The key "a" stands twice in one object. Keep one of the two.',
  ],
  [
    'a bracket that is not closed',
    'operations: [a, b\nname: c',
    'gateway.yaml:2:1: error CONFIG_SYNTAX: This is neither YAML nor JSON: Flow sequence in block collection must be sufficiently indented and end with a ]. Look at the indentation, brackets and quotes here and on the line above.',
  ],
  [
    'indentation by a tab',
    'server:\n\tport: 1',
    'gateway.yaml:2:1: error CONFIG_SYNTAX: A line is indented by a tab. Indent with spaces.',
  ],
  [
    'a glob that YAML takes for an alias',
    'name: x\noperations: *.graphql',
    'gateway.yaml:2:13: error CONFIG_SYNTAX: A value that starts with * repeats an anchor, and there is none of this name. Write a text that starts with *, such as a glob, in quotes.',
  ],
  [
    'a second document',
    'name: x\n---\nname: y',
    'gateway.yaml:2:1: error CONFIG_SYNTAX: The file has more than one YAML document. Remove the line --- and what does not belong to this gateway.',
  ],
  [
    'a tag, which could mean code',
    'name: !!js/function "x"',
    'gateway.yaml:1:7: error CONFIG_SYNTAX: A configuration holds data only; YAML tags such as !name are not read. Remove the tag, or write text that starts with ! in quotes.',
  ],
  [
    'a reference that YAML takes for an object',
    'name: x\n? [a]\n: b',
    'gateway.yaml:2:3: error CONFIG_SYNTAX: A key has to be a name, not a list or an object. Write text that holds ${env:NAME} in quotes inside of { and }.',
  ],
  [
    'an anchor inside of itself',
    'tools: &a\n  b: *a',
    'gateway.yaml:2:6: error CONFIG_TOO_LARGE: The configuration is nested more than 40 levels deep or has more than 50000 parts. Look for an anchor that is repeated inside of itself or too often.',
  ],
  [
    'anchors that multiply',
    ['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefgh'.split('').map(multiply)].join('\n'),
    'gateway.yaml:1:20: error CONFIG_TOO_LARGE: The configuration is nested more than 40 levels deep or has more than 50000 parts. Look for an anchor that is repeated inside of itself or too often.',
  ],
];

/** `b: &b [*a,*a,…]`: nine times the one before. */
function multiply(name: string): string {
  const before = `*${String.fromCharCode(name.charCodeAt(0) - 1)}`;
  return `${name}: &${name} [${Array<string>(9).fill(before).join(',')}]`;
}

describe('parseConfig', () => {
  it.each(refused)('refuses %s', async (_, text, line) => {
    expect(await refusalOf(() => parseConfig(text, 'gateway.yaml'))).toEqual([line]);
  });

  it.each([
    ['brackets', '['.repeat(20_000), '1:41'],
    ['dashes', '- '.repeat(20_000), '1:81'],
    [
      'indentation',
      Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      '41:41',
    ],
  ])('refuses %s nested so deep that they would exhaust the stack', async (_, text, place) => {
    expect(await refusalOf(() => parseConfig(text, 'gateway.yaml'))).toEqual([
      `gateway.yaml:${place}: error CONFIG_TOO_LARGE: The configuration is nested more than 40 levels deep. Remove brackets that do not belong there.`,
    ]);
  });

  it('reads YAML, with anchors', () => {
    const text = 'a: &shared { x: 1 }\nb: *shared\nc: [true, null, 1.5, yes, "2"]\n';
    expect(parseConfig(text, 'gateway.yaml').value).toEqual({
      a: { x: 1 },
      b: { x: 1 },
      c: [true, null, 1.5, 'yes', '2'],
    });
  });

  it('reads JSON, indented by tabs, with a byte order mark and escapes', () => {
    const text = '\uFEFF{\n\t"a": "\\uD83D\\uDE00\\/\\u0041",\n\t"b": { "c": [1e3] }\n}\n';
    expect(parseConfig(text, 'gateway.json').value).toEqual({ a: '😀/A', b: { c: [1000] } });
  });

  it.each(['', '# nothing yet\n', 'null'])('reads %j as no options', (text) => {
    expect(parseConfig(text, 'gateway.yaml').value).toEqual({});
  });

  it('keeps __proto__ a key', () => {
    const { value } = parseConfig('__proto__: { polluted: true }', 'gateway.yaml');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('knows where every key and value stands', () => {
    const { locate } = parseConfig('a:\n  - b: 1\n    "c/d": &x [2]\ne: *x\n', 'dir/gateway.yaml');
    const at = (path: readonly (string | number)[], part: 'key' | 'value') => {
      const { label, place } = locate(path, part);
      return `${label} ${place?.file}:${place?.line}:${place?.column}`;
    };
    expect(at(['a'], 'key')).toBe('a dir/gateway.yaml:1:1');
    expect(at(['a', 0, 'b'], 'value')).toBe('a[0].b dir/gateway.yaml:2:8');
    expect(at(['a', 0, 'c/d'], 'key')).toBe('a[0]["c/d"] dir/gateway.yaml:3:5');
    // what an alias repeats stands where it was written
    expect(at(['e', 0], 'value')).toBe('e[0] dir/gateway.yaml:3:16');
    // what is missing is missing in the nearest part there is
    expect(at(['a', 0, 'missing'], 'value')).toBe('a[0].missing dir/gateway.yaml:2:5');
  });
});
