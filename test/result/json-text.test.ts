import { describe, expect, it } from 'vitest';
import { compactJson, membersOf } from '../../src/result/json-text.ts';

describe('the members of a JSON text', () => {
  it.each([
    ['{}', []],
    [' { } ', []],
    ['{"a":1}', [['a', '1']]],
    [
      '{ "a" : -1.50e+3 , "b":true,"c": null }',
      [
        ['a', '-1.50e+3'],
        ['b', 'true'],
        ['c', 'null'],
      ],
    ],
    [
      '{"a":{"b":"}"},"c":["]",[{}]]}',
      [
        ['a', '{"b":"}"}'],
        ['c', '["]",[{}]]'],
      ],
    ],
    [
      String.raw`{"a":"x\"y\\","b\"":"\\\""}`,
      [
        ['a', String.raw`"x\"y\\"`],
        ['b"', String.raw`"\\\""`],
      ],
    ],
    [
      '{"a":1,"a":2}',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['{"__proto__":{"x":1}}', [['__proto__', '{"x":1}']]],
  ] as const)('%s are cut out as written', (text, expected) => {
    expect(membersOf(text).map(({ name, text: value }) => [name, value])).toEqual(expected);
  });
});

describe('compact JSON', () => {
  it.each([
    ['{\n  "a": [ 1,\t2 ],\r\n "b" : "x  \\n  y" }', '{"a":[1,2],"b":"x  \\n  y"}'],
    ['{"a":"\\\\" , "b":"\\\\\\" , "}', '{"a":"\\\\","b":"\\\\\\" , "}'],
    ['{"a":1}', '{"a":1}'],
  ])('of %j keeps strings and numbers as they are', (text, expected) => {
    expect(compactJson(text)).toBe(expected);
  });
});
