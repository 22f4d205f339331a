import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SplicedJson } from '../../src/core/raw-json.ts';
import { SplicedBytes } from '../../src/serve/spliced-bytes.ts';

it('are those of the text, whatever the chunks and the room', () => {
  const texts = fc.jsonValue().map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(texts, texts, fc.nat(), fc.integer({ min: 2, max: 40 }), (json, id, cut, room) => {
      const bytes = Buffer.from(json);
      const at = cut % (bytes.length + 1);
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)];
      const raw = { chunks, length: bytes.length, text: json };
      const spliced = new SplicedJson(`{"id":${id},"text":`, raw, ',"value":', '}');
      expect(readAll(new SplicedBytes(spliced), room).toString()).toBe(String(spliced));
      expect(JSON.parse(String(spliced))).toEqual({
        id: JSON.parse(id) as unknown,
        text: json,
        value: JSON.parse(json) as unknown,
      });
    }),
    { numRuns: 500 },
  );
});

function readAll(bytes: SplicedBytes, room: number): Buffer {
  const window = Buffer.alloc(room);
  const parts: Buffer[] = [];
  while (!bytes.ended) parts.push(Buffer.from(window.subarray(0, bytes.writeTo(window))));
  return Buffer.concat(parts);
}
