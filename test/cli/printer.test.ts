import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createPrinter } from '../../src/cli/output/printer.ts';

it('escapes characters that control a terminal, and keeps its own styles', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, hasColors: () => true });
  const printer = createPrinter(stream);
  printer.line(`${printer.style('red', 'error')} a\u001B]0;title\u0007.graphql`);
  expect(String(stream.read())).toBe('\u001B[31merror\u001B[39m a\\u{1b}]0;title\\u{7}.graphql\n');
});
