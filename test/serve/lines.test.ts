import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLines, type Line } from '../../src/serve/stdio.ts';

async function linesOf(chunks: readonly Uint8Array[], maxBytes = 1_000): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(Readable.from(chunks), maxBytes)) lines.push(line);
  return lines;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function line(text: string): Line {
  return { kind: 'line', text };
}

it('splits at line breaks, and skips empty lines and carriage returns', async () => {
  expect(await linesOf([bytes('a\n\nb\r\n  \n'), bytes('c')])).toEqual(['a', 'b', 'c'].map(line));
});

it('reports a line that is too long, and reads the next', async () => {
  const chunks = [bytes('short\nlon'), bytes('ger'), bytes(' still\nnext\n')];
  expect(await linesOf(chunks, 6)).toEqual([line('short'), { kind: 'tooLong' }, line('next')]);
  expect(await linesOf([bytes('seventy')], 6)).toEqual([{ kind: 'tooLong' }]);
  expect(await linesOf([bytes('sixsix\n')], 6)).toEqual([line('sixsix')]);
});

it('reports a line that is not UTF-8, and reads the next', async () => {
  const latin1 = Buffer.from('{"id":"ü"}\n', 'latin1');
  const cut = Buffer.from([0xf0, 0x9f, 0x8e, 0x0a]);
  const read = await linesOf([latin1, cut, bytes('"\uFFFD"\n')]);
  expect(read).toEqual([{ kind: 'notUtf8' }, { kind: 'notUtf8' }, line('"\uFFFD"')]);
});

it('reads the same lines however the bytes are chunked', async () => {
  const text = fc.array(fc.string({ unit: 'grapheme' }).filter((part) => !/[\n\r]/.test(part)));
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(40)), async (parts, cuts) => {
      const all = bytes(parts.join('\n'));
      const chunks: Uint8Array[] = [];
      let start = 0;
      for (const cut of cuts) {
        chunks.push(all.slice(start, start + cut));
        start += cut;
      }
      chunks.push(all.slice(start));
      const expected = parts.map((part) => part.trim()).filter((part) => part !== '');
      expect(await linesOf(chunks, 100_000)).toEqual(expected.map(line));
    }),
  );
});
