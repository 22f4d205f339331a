import { describe, expect, it } from 'vitest';
import { answerBatch, maxBatchLength, type Reply } from '../../src/mcp/reply.ts';

const requests = (count: number) => Array.from({ length: count }, (_, id) => ({ request: { id } }));

const answerOf = (id: unknown, length = 0): Reply => ({
  kind: 'answer',
  json: JSON.stringify({ id, result: 'x'.repeat(length) }),
});

describe('a batch', () => {
  it('is answered in its order, whatever its requests take', async () => {
    const waits = [5, 0, 3, 1];
    const texts = await answerBatch(requests(4), async ({ request: { id } }) => {
      await new Promise((resolve) => setTimeout(resolve, waits[id]));
      return id === 1 ? undefined : answerOf(id);
    });
    expect(texts.map((text) => (JSON.parse(text) as { id: number }).id)).toEqual([0, 2, 3]);
  });

  it.each([false, true])(
    'runs no further requests when its answers reach the limit, asynchronous: %s',
    async (isAsync) => {
      const ran: number[] = [];
      const texts = await answerBatch(requests(100), ({ request: { id } }) => {
        ran.push(id);
        const answer = answerOf(id, maxBatchLength / 4);
        return isAsync ? Promise.resolve(answer) : answer;
      });
      expect(ran).toEqual([0, 1, 2, 3]);
      expect(texts).toHaveLength(100);
      expect(JSON.parse(texts[4] ?? '')).toEqual({
        jsonrpc: '2.0',
        id: 4,
        error: {
          code: 429,
          message:
            'Not run, because the answers to this batch reached 4194304 characters. Send the request again by itself.',
        },
      });
    },
  );

  it('runs at most 8 requests at the same time', async () => {
    let running = 0;
    let most = 0;
    await answerBatch(requests(30), async ({ request: { id } }) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return answerOf(id);
    });
    expect(most).toBe(8);
  });

  it('lets other messages be handled between its requests', async () => {
    const events: string[] = [];
    setImmediate(() => events.push('other'));
    const batch = answerBatch(requests(2), ({ request: { id } }) => {
      events.push(`request ${id}`);
      return answerOf(id);
    });
    await batch;
    expect(events).toEqual(['request 0', 'other', 'request 1']);
  });

  it('fails after all of its requests have ended if one fails', async () => {
    const ended: number[] = [];
    const batch = answerBatch(requests(3), async ({ request: { id } }) => {
      await Promise.resolve();
      ended.push(id);
      if (id === 0) throw new Error('a bug');
      return answerOf(id);
    });
    await expect(batch).rejects.toThrow('requests of a batch failed');
    expect(ended).toEqual([0, 1, 2]);
  });
});
