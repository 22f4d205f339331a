import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/core/json-schema.ts';
import { compactJson, jsonMembers, quoteUnsafeIntegers } from '../../src/core/exact-json.ts';

const schema: JsonSchema = {
  type: 'object',
  $defs: { Node: { type: 'object', properties: { id: { type: ['string', 'integer'] } } } },
  properties: {
    id: { type: ['string', 'integer', 'null'] },
    any: {},
    count: { type: 'integer' },
    rate: { type: ['number', 'null'] },
    kind: { type: 'string', enum: ['A'] },
    ids: { type: 'array', items: { type: ['string', 'integer'] } },
    grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    node: { $ref: '#/$defs/Node' },
    either: {
      anyOf: [{ type: 'object', properties: { x: { type: 'string' } } }, { type: 'null' }],
    },
  },
};
const big = '725653563933458432';

describe('quoteUnsafeIntegers', () => {
  it.each([
    [`{"id":${big}}`, `{"id":"${big}"}`],
    [`{"id":-${big}}`, `{"id":"-${big}"}`],
    [`{"any":{"deep":[${big}]}}`, `{"any":{"deep":["${big}"]}}`],
    [`{"unknown":${big}}`, `{"unknown":"${big}"}`],
    [`{"ids":[1,${big} , ${big}]}`, `{"ids":[1,"${big}" , "${big}"]}`],
    [`{"node":{"id":${big}}}`, `{"node":{"id":"${big}"}}`],
    [`{"either":{"x":${big}}}`, `{"either":{"x":"${big}"}}`],
    [`{ "id" : ${big} }`, `{ "id" : "${big}" }`],
    ['{"id":9007199254740993}', '{"id":"9007199254740993"}'],
    ['{"any":1e400}', '{"any":"1e400"}'],
    ['{"any":[-1.5E+309,1e308]}', '{"any":["-1.5E+309",1e308]}'],
    [`{"any":1${'0'.repeat(309)}.5}`, `{"any":"1${'0'.repeat(309)}.5"}`],
  ])('quotes the integer in %s', (text, expected) => {
    expect(quoteUnsafeIntegers(text, schema)).toBe(expected);
    expect(() => JSON.parse(expected) as unknown).not.toThrow();
  });

  it.each([
    `{"count":${big}}`,
    `{"rate":${big}}`,
    `{"kind":${big}}`,
    `{"grid":[[${big}]]}`,
    `{"id":"${big}"}`,
    `{"any":":${big},"}`,
    `{"any":"\\":${big}"}`,
    '{"id":9007199254740991}',
    '{"id":1234567890123456}',
    '{"any":0.12345678901234567890}',
    '{"any":1234567890123456789e3}',
    '{"any":12345678901234567.5}',
    `{"${big}":1}`,
    '{"any":1e-400}',
    '{"any":1e0308}',
    '{"any":"1e400"}',
    '{"rate":1e400}',
  ])('leaves %s unchanged', (text) => {
    expect(quoteUnsafeIntegers(text, schema)).toBe(text);
  });

  it('quotes everywhere without a schema', () => {
    expect(quoteUnsafeIntegers(`{"count":${big}}`, undefined)).toBe(`{"count":"${big}"}`);
  });

  it('ignores inherited members of `properties`', () => {
    const text = `{"constructor":${big},"__proto__":${big}}`;
    expect(quoteUnsafeIntegers(text, schema)).toBe(`{"constructor":"${big}","__proto__":"${big}"}`);
  });
});

describe('jsonMembers', () => {
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
  ] as const)('returns the members of %s as written', (text, expected) => {
    expect(jsonMembers(text).map(({ name, text: value }) => [name, value])).toEqual(expected);
  });
});

describe('compactJson', () => {
  it.each([
    ['{\n  "a": [ 1,\t2 ],\r\n "b" : "x  \\n  y" }', '{"a":[1,2],"b":"x  \\n  y"}'],
    ['{"a":"\\\\" , "b":"\\\\\\" , "}', '{"a":"\\\\","b":"\\\\\\" , "}'],
    ['{"a":1}', '{"a":1}'],
  ])('removes only white space between tokens from %j', (text, expected) => {
    expect(compactJson(text)).toBe(expected);
  });
});
