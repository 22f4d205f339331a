import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHeaderValue } from '../../src/mcp/headers.ts';

it('decodes every text encoded in Base64', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const encoded = Buffer.from(text, 'utf8').toString('base64');
      expect(readHeaderValue(`=?base64?${encoded}?=`)).toEqual({ kind: 'text', text });
    }),
  );
});

it.each([
  ['plain', 'plain'],
  ['with space\tand tab', 'with space\tand tab'],
  ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
  ['SGVsbG8=?=', 'SGVsbG8=?='],
  ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
  ['=?base64??=', ''],
  ['=?base64?77u/YQ==?=', '\ufeffa'],
])('reads %s as plain text, or decodes it if both markers are present', (value, text) => {
  expect(readHeaderValue(value)).toEqual({ kind: 'text', text });
});

it.each([
  'é',
  'a\u0000',
  '=?base64?SGVsbG8?=',
  '=?base64?SGV sbG8=?=',
  '=?base64?SGVsbG8===?=',
  '=?base64?/w==?=',
])('rejects %s', (value) => {
  expect(readHeaderValue(value)).toEqual({ kind: 'invalid' });
});

it('distinguishes a missing header from an empty one', () => {
  expect(readHeaderValue(null)).toEqual({ kind: 'absent' });
  expect(readHeaderValue(undefined)).toEqual({ kind: 'absent' });
  expect(readHeaderValue('')).toEqual({ kind: 'text', text: '' });
});
