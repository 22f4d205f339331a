import { describe, expect, it } from 'vitest';
import { createAnswerScan } from '../../../src/compile/scan/answer-scan.ts';
import type { JsonSchema, ObjectSchema } from '../../../src/core/json-schema.ts';

const film: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    id: { type: ['string', 'integer'] },
    title: { type: 'string', description: 'The title.' },
    year: { type: ['number', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    extra: {},
  },
  required: ['id', 'title'],
};

function envelopeOf(data: JsonSchema): ObjectSchema {
  return { type: 'object', properties: { data }, required: ['data'] };
}

function fits(film: JsonSchema, text: string): boolean {
  const data = { type: ['object', 'null'], properties: { film }, required: ['film'] } as const;
  return createAnswerScan(envelopeOf(data))(Buffer.from(text));
}

describe('the scan accepts', () => {
  it.each([
    ['a null', 'null'],
    ['an object', '{"id":"1","title":"Alien"}'],
    ['spaces between tokens', '{ "id": "1", "title": "Alien" ,  "tags": [ "a", "b" ] }'],
    ['an integer for an id', '{"id":7,"title":"Alien"}'],
    ['fractions and negative numbers', '{"id":0,"title":"","year":-1979.25}'],
    ['fifteen digits', '{"id":123456789012345,"title":""}'],
    ['an empty list', '{"id":"1","title":"","tags":[]}'],
    ['escapes', String.raw`{"id":"1","title":"\"\\\/\b\f\n\r\t\u00e9"}`],
    ['an escaped pair of surrogates', String.raw`{"id":"1","title":"\ud83c\udfac"}`],
    ['characters beyond ASCII', '{"id":"1","title":"Ü–映画🎬"}'],
    ['anything in any JSON', '{"id":"1","title":"","extra":{"a":[1,{"b":null}]}}'],
    ['lists of lists in any JSON', '{"id":"1","title":"","extra":[[],[[true]]]}'],
  ])('%s', (_, text) => {
    expect(fits(film, `{"data":{"film":${text}}}`)).toBe(true);
  });
});

describe('the scan leaves to the parser', () => {
  it.each([
    ['a missing member', '{"id":"1"}'],
    ['another type', '{"id":"1","title":1}'],
    ['a null that may not be', '{"id":"1","title":null}'],
    ['an object for a list', '{"id":"1","title":"","tags":{}}'],
    ['a wrong item', '{"id":"1","title":"","tags":["a",null]}'],
    ['a fraction for an integer', '{"id":1.5,"title":""}'],
    ['an integer of sixteen digits', '{"id":1234567890123456,"title":""}'],
    ['an exponent', '{"id":1,"title":"","year":1e400}'],
    ['an exponent after a fraction', '{"id":1,"title":"","year":1.0E4}'],
    ['a leading zero', '{"id":01,"title":""}'],
    ['a lone minus', '{"id":-,"title":""}'],
    ['a point without digits', '{"id":1,"title":"","year":1.}'],
    ['members in another order', '{"title":"","id":"1"}'],
    ['a member twice', '{"id":"1","id":"1","title":""}'],
    ['an unknown member', '{"id":"1","title":"","director":"x"}'],
    ['a comma too many', '{"id":"1","title":"",}'],
    ['a comma too few', '{"id":"1""title":""}'],
    ['a comma too many in a list', '{"id":"1","title":"","tags":["a",]}'],
    ['a comma at the start', '{,"id":"1","title":""}'],
    ['a tab between tokens', '{"id":"1",\t"title":""}'],
    ['a tab in any JSON', '{"id":"1","title":"","extra":[1,\t2]}'],
    ['a line break between tokens', '{"id":"1",\n"title":""}'],
    ['a line break in a string', '{"id":"1","title":"\n"}'],
    ['an invalid escape', String.raw`{"id":"1","title":"\x41"}`],
    ['an escape that breaks off', String.raw`{"id":"1","title":"\u00e"}`],
    ['a lone high surrogate', String.raw`{"id":"1","title":"\ud83c"}`],
    ['a lone low surrogate', String.raw`{"id":"1","title":"\udfac\ud83c"}`],
    ['a string without an end', '{"id":"1","title":"'],
    ['an invalid word', '{"id":"1","title":"","extra":nul}'],
    ['invalid JSON in any JSON', '{"id":"1","title":"","extra":{"a" 1}}'],
    ['a bare word as a key', '{"id":"1","title":"","extra":{a:1}}'],
    ['a list that is not closed', '{"id":"1","title":"","extra":[1'],
    ['more than five hundred levels', `{"id":"1","title":"","extra":${nested(501)}}`],
  ])('%s', (_, text) => {
    expect(fits(film, `{"data":{"film":${text}}}`)).toBe(false);
  });

  it.each([
    ['errors', '{"data":{"film":null},"errors":[]}'],
    ['errors before the data', '{"errors":[],"data":{"film":null}}'],
    ['extensions', '{"data":{"film":null},"extensions":{}}'],
    ['no data', '{"data":null}'],
    ['more than one text', '{"data":{"film":null}}{}'],
    ['a byte order mark', '\ufeff{"data":{"film":null}}'],
    ['a text that breaks off', '{"data":{"film":null}'],
    ['an empty text', ''],
  ])('an answer with %s', (_, text) => {
    expect(fits(film, text)).toBe(false);
  });

  it.each<[string, JsonSchema]>([
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['const', { type: 'string', const: 'x' }],
    ['enum', { type: 'string', enum: ['x'] }],
    ['pattern', { type: 'string', pattern: 'x' }],
  ])('an unsupported keyword: %s', (_, schema) => {
    expect(fits(schema, '{"data":{"film":"x"}}')).toBe(false);
  });
});

it('accepts five hundred levels of any JSON', () => {
  expect(fits({}, `{"data":{"film":${nested(498)}}}`)).toBe(true);
});

it('distinguishes own members from inherited ones', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries([['__proto__', { type: 'string' }]]),
    required: ['__proto__', 'constructor'],
  };
  expect(fits(schema, '{"data":{"film":{"__proto__":"x"}}}')).toBe(false);
  expect(fits({ ...schema, required: ['__proto__'] }, '{"data":{"film":{"__proto__":"x"}}}')).toBe(
    true,
  );
});

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}
