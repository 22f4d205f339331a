import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerScan } from '../../src/compile/scan/answer-scan.ts';
import type { ObjectSchema } from '../../src/core/json-schema.ts';
import { BodyBuffer } from '../../src/http/body.ts';
import { createHttpExecutor } from '../../src/execute/http-executor.ts';
import { closeLater, serve } from '../support/servers.ts';
import { callContext, toolFixture } from '../support/tool-fixture.ts';

const anything: ObjectSchema = { type: 'object', properties: {} };
const tool = {
  ...toolFixture('query Film { film { title } }'),
  fitsAnswer: createAnswerScan(anything),
};

/** Sends every byte of a text in its own chunk. */
function byteByByte(to: { write(chunk: Buffer): unknown; end(): unknown }, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at++) to.write(bytes.subarray(at, at + 1));
  to.end();
}

describe('BodyBuffer', () => {
  it('reads a response that is sent byte by byte', async () => {
    const text = `{"data":{"film":{"title":"${'№ 🎬'.repeat(2_000)}"}}}`;
    const endpoint = await serve((_request, response) => byteByByte(response, text));
    const executor = createHttpExecutor({ endpoint });
    closeLater(() => executor.close());
    const outcome = await executor.execute({ tool, variables: {} }, callContext());
    expect(outcome).toEqual({ kind: 'validated', text });
  });

  it('keeps the order and bounds the number of chunks', () => {
    const sizes = fc.array(fc.oneof(fc.constant(1), fc.nat({ max: 5_000 })), { maxLength: 2_000 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const body = new BodyBuffer();
        const chunks = lengths.map((length, index) => Buffer.alloc(length, index));
        for (const chunk of chunks) body.add(chunk);
        const whole = Buffer.concat(chunks);
        expect(body.length).toBe(whole.length);
        expect(body.toBuffer().equals(whole)).toBe(true);
        expect(body.chunkCount).toBeLessThan(512 + lengths.length / 256 + whole.length / 1_024);
      }),
      { numRuns: 50 },
    );
  });
});
