import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerScan } from '../../src/compile/scan/answer-scan.ts';
import type { ObjectSchema } from '../../src/core/json-schema.ts';
import { addChunk } from '../../src/execute/chunks.ts';
import { createHttpExecutor } from '../../src/execute/http.ts';
import { closeLater, serve } from '../support/servers.ts';
import { callContext, toolFixture } from '../support/tool-fixture.ts';

const anything: ObjectSchema = { type: 'object', properties: {} };
const tool = {
  ...toolFixture('query Film { film { title } }'),
  fitsAnswer: createAnswerScan(anything),
};

/** An API sends every byte of a text in a chunk of its own. */
function byteByByte(to: { write(chunk: Buffer): unknown; end(): unknown }, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at++) to.write(bytes.subarray(at, at + 1));
  to.end();
}

describe('bytes that come one at a time', () => {
  it('in an answer are put together', async () => {
    const text = `{"data":{"film":{"title":"${'№ 🎬'.repeat(2_000)}"}}}`;
    const endpoint = await serve((_request, response) => byteByByte(response, text));
    const executor = createHttpExecutor({ endpoint });
    closeLater(() => executor.close());
    const outcome = await executor.execute({ tool, variables: {} }, callContext());
    expect(outcome).toEqual({ kind: 'validated', text });
  });

  it('stay in order, be they many or few, large or small', () => {
    const sizes = fc.array(fc.oneof(fc.constant(1), fc.nat({ max: 5_000 })), { maxLength: 2_000 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const chunks: Buffer[] = [];
        const all = lengths.map((length, index) => Buffer.alloc(length, index));
        let settled = 0;
        for (const chunk of all) settled = addChunk(chunks, chunk, settled);
        expect(Buffer.concat(chunks).equals(Buffer.concat(all))).toBe(true);
        const bytes = lengths.reduce((sum, length) => sum + length, 0);
        expect(chunks.length).toBeLessThan(512 + lengths.length / 256 + bytes / 1_024);
      }),
      { numRuns: 50 },
    );
  });
});
