import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../src/http/event-reader.ts';

function readAll(chunks: readonly Uint8Array[]): readonly string[] {
  const reader = createEventReader();
  return [...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.end()];
}

describe('createEventReader', () => {
  it.each([
    ['data: a\n\n', ['a']],
    ['data:a\r\ndata: b\r\n\r\n', ['a\nb']],
    [': comment\n\nevent: x\nid: 1\ndata:  a\n\n', [' a']],
    ['data: a\n\ndata: b', ['a', 'b']],
    ['retry: 5\n\n', []],
    ['', []],
  ])('reads %j as %j', (text, events) => {
    expect(readAll([Buffer.from(text)])).toEqual(events);
  });

  it('returns an event at its empty line', () => {
    const reader = createEventReader();
    expect(reader.read(Buffer.from('data: a\n'))).toEqual([]);
    expect(reader.read(Buffer.from('\ndata: b'))).toEqual(['a']);
  });

  it('reads the same events from any chunks', () => {
    const lines = fc.array(fc.constantFrom('data: №', 'data:🎬 x', ': c', 'id: 1', '', ''));
    fc.assert(
      fc.property(lines, fc.array(fc.nat(200)), fc.constantFrom('\n', '\r\n'), (all, cuts, end) => {
        const bytes = Buffer.from(all.map((line) => line + end).join(''));
        const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length];
        const sorted = ends.sort((a, b) => a - b);
        const chunks = sorted.map((to, index) => bytes.subarray(sorted[index - 1] ?? 0, to));
        expect(readAll(chunks)).toEqual(readAll([bytes]));
      }),
      { numRuns: 300 },
    );
  });
});
