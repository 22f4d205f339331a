import { describe, expect, it } from 'vitest';
import { readYaml, type YamlFault, type YamlText } from '../../src/core/yaml.ts';

function read(text: string, firstLine?: number): YamlText {
  const yaml = readYaml(text, 'file.yaml', firstLine);
  if (!yaml.ok) throw new Error(yaml.message);
  return yaml;
}

function faultOf(text: string): YamlFault {
  const yaml = readYaml(text, 'file.yaml');
  if (yaml.ok) throw new Error('no fault');
  return yaml;
}

const faults: readonly (readonly [what: string, text: string, place: string, message: string])[] = [
  [
    'a repeated key',
    'endpoint: a\nname: b\nendpoint: c',
    '3:1',
    'The key "endpoint" occurs twice in one object. Keep one of the two.',
  ],
  [
    'a repeated key of JSON',
    '{\n  "a": 1,\n  "a": 2\n}',
    '3:3',
    'The key "a" occurs twice in one object. Keep one of the two.',
  ],
  [
    'a key repeated with an escape',
    '{"schema":"a","\\u0073chema":"b"}',
    '1:15',
    'This key occurs twice in one object. Keep one of the two.',
  ],
  [
    'an unclosed bracket',
    'operations: [a, b\nname: c',
    '2:1',
    'Neither YAML nor JSON: Flow sequence in block collection must be sufficiently indented and end with a ]. Check the indentation, brackets and quotes here and on the line above.',
  ],
  [
    'indentation by a tab',
    'server:\n\tport: 1',
    '2:1',
    'A tab indents this line. Indent with spaces.',
  ],
  [
    'an unquoted glob, which is an alias',
    'name: x\noperations: *.graphql',
    '2:13',
    'A value that starts with * is an alias, and its anchor does not exist. Put text that starts with *, such as a glob, in quotes.',
  ],
  [
    'a second document',
    'name: x\n---\nname: y',
    '2:1',
    'The file has more than one YAML document. Remove the line --- and everything that does not belong to this document.',
  ],
  [
    'a tag',
    'name: !!js/function "x"',
    '1:7',
    'YAML tags such as !name are not supported. Remove the tag, or put text that starts with ! in quotes.',
  ],
  [
    'a key that is a list',
    'name: x\n? [a]\n: b',
    '2:3',
    'A key must be a name, not a list or an object. Put text with braces or brackets in quotes.',
  ],
  [
    'an alias in its own anchor',
    'tools: &a\n  b: *a',
    '2:6',
    'An alias repeats the anchor that contains it. Write the value out.',
  ],
  [
    'aliases that multiply',
    ['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefgh'.split('').map(multiply)].join('\n'),
    '1:1',
    'Aliases repeat more than 10000 parts. Remove aliases from anchors that are repeated themselves.',
  ],
];

/** `b: &b [*a,*a,…]`: nine times the previous anchor. */
function multiply(name: string): string {
  const previous = `*${String.fromCharCode(name.charCodeAt(0) - 1)}`;
  return `${name}: &${name} [${Array<string>(9).fill(previous).join(',')}]`;
}

describe('readYaml', () => {
  it.each(faults)('rejects %s', (_, text, place, message) => {
    const fault = faultOf(text);
    expect(`${fault.place.line}:${fault.place.column}`).toBe(place);
    expect(`${fault.message} ${fault.hint}`).toBe(message);
    expect(fault.isRepeatedKey).toBe(message.includes('occurs twice'));
  });

  it('reads YAML with anchors', () => {
    const text = 'a: &shared { x: 1 }\nb: *shared\nc: [true, null, 1.5, yes, "2"]\n';
    expect(read(text).value).toEqual({
      a: { x: 1 },
      b: { x: 1 },
      c: [true, null, 1.5, 'yes', '2'],
    });
  });

  it('reads an anchor that is repeated hundreds of times', () => {
    const { value } = read(`a: &a { x: 1 }\nb: [${Array<string>(500).fill('*a').join(', ')}]`);
    expect(value).toMatchObject({ a: { x: 1 }, b: { length: 500 } });
  });

  it('reads JSON with tabs, a byte order mark and escapes', () => {
    const text = '\uFEFF{\n\t"a": "\\uD83D\\uDE00\\/\\u0041",\n\t"b": { "c": [1e3] }\n}\n';
    expect(read(text).value).toEqual({ a: '😀/A', b: { c: [1000] } });
  });

  it.each(['', '# nothing yet\n', 'null'])('reads %j as null', (text) => {
    expect(read(text).value).toBeNull();
  });

  it('reads __proto__ as a key', () => {
    const { value } = read('__proto__: { polluted: true }');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('locates keys and values', () => {
    const { placeOf } = read('a:\n  - b: 1\n    "c/d": &x [2]\ne: *x\nf: |\n  text\n');
    const at = (path: readonly (string | number)[], part?: 'key') => {
      const { line, column } = placeOf(path, part);
      return `${line}:${column}`;
    };
    expect(at(['a'], 'key')).toBe('1:1');
    expect(at(['a', 0, 'b'])).toBe('2:8');
    expect(at(['a', 0, 'c/d'], 'key')).toBe('3:5');
    expect(at(['e'], 'key')).toBe('4:1');
    // the place of the anchor, for what its alias repeats
    expect(at(['e', 0])).toBe('3:16');
    // below the indicator of a block
    expect(at(['f'])).toBe('6:3');
    // the nearest part around a missing one
    expect(at(['a', 0, 'missing'])).toBe('2:5');
    expect(at([])).toBe('1:1');
  });

  it('counts lines from the first line of the text in the file', () => {
    expect(read('a: 1', 2).placeOf(['a'])).toEqual({ file: 'file.yaml', line: 2, column: 4 });
  });
});
