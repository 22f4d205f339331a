import { expect, it } from 'vitest';
import { echoable } from '../../src/mcp/message.ts';

it.each([
  ['tools/call', 'tools/call'],
  ['\uD800', '\uFFFD'],
  [`${'m'.repeat(98)}😀!`, `${'m'.repeat(98)}…`],
  ['x'.repeat(101), `${'x'.repeat(99)}…`],
])('shortens %j, and removes lone surrogates', (text, quoted) => {
  expect(echoable(text)).toBe(quoted);
});
