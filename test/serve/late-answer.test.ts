import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed, type SendInit } from '../support/matrix.ts';
import { acceptBoth, modern, modernHeaders, readEvents } from '../support/mcp-requests.ts';

beforeAll(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
});
afterAll(() => {
  vi.useRealTimers();
});

const slowCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'slow_op', _meta: { progressToken: 'p' } },
};

function init(body: unknown, headers: Record<string, string> = {}): SendInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: acceptBoth, ...headers },
    body: JSON.stringify(body),
  };
}

describeServed(
  'a slow call',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    it.each([
      ['2024-11-05', undefined],
      ['2025-06-18', 'Running for 10 s.'],
    ])('is answered on a stream after progress notifications: %s', async (version, message) => {
      const { slow } = gateway();
      const count = slow.signals.length + 1;
      const answering = send('/mcp', init(slowCall, { 'mcp-protocol-version': version }));
      await slow.arrived(count);
      vi.advanceTimersByTime(10_000);
      const response = await answering;
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const events = readEvents(response);
      const progress = JSON.parse((await events.next())?.data ?? '') as unknown;
      expect(progress).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 10, ...(message !== undefined && { message }) },
      });
      vi.advanceTimersByTime(10_000);
      expect(await events.next()).toMatchObject({ data: expect.stringContaining('"progress":20') });
      slow.release();
      expect(JSON.parse((await events.next())?.data ?? '')).toMatchObject({ id: 1, result: {} });
      expect(await events.next()).toBeUndefined();
      vi.advanceTimersByTime(60_000);
    });

    it('sends keep-alive comments if no progress was requested', async () => {
      const { slow } = gateway();
      const count = slow.signals.length + 1;
      const body = modern('tools/call', { name: 'slow_op' });
      const answering = send('/mcp', init(body, modernHeaders('tools/call', 'slow_op')));
      await slow.arrived(count);
      vi.advanceTimersByTime(25_000);
      const events = readEvents(await answering);
      expect(await events.line()).toBe(': keep-alive');
      slow.release();
      expect(JSON.parse((await events.next())?.data ?? '')).toMatchObject({
        result: { resultType: 'complete' },
      });
    });

    it('is answered in JSON if Accept does not list event streams', async () => {
      const { slow } = gateway();
      for (const accept of ['application/json', '*/*']) {
        const count = slow.signals.length + 1;
        const answering = send('/mcp', init(slowCall, { accept }));
        await slow.arrived(count);
        vi.advanceTimersByTime(60_000);
        slow.release();
        const response = await answering;
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(await response.json()).toMatchObject({ id: 1, result: {} });
      }
    });

    it('is answered in JSON if it ends in time', async () => {
      const { slow } = gateway();
      const count = slow.signals.length + 1;
      const answering = send('/mcp', init(slowCall));
      await slow.arrived(count);
      vi.advanceTimersByTime(8_000);
      slow.release();
      const response = await answering;
      expect(response.headers.get('content-type')).toBe('application/json');
      await response.text();
    });

    it('is answered by one array on a stream if it is part of a batch', async () => {
      const { slow } = gateway();
      const count = slow.signals.length + 1;
      const answering = send('/mcp', init([slowCall, { jsonrpc: '2.0', id: 2, method: 'ping' }]));
      await slow.arrived(count);
      vi.advanceTimersByTime(10_000);
      const events = readEvents(await answering);
      await events.next();
      slow.release();
      expect(JSON.parse((await events.next())?.data ?? '')).toMatchObject([{ id: 1 }, { id: 2 }]);
    });
  },
);

describeServed(
  'a client that disconnects',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    it('cancels its call in revision 2026-07-28', async () => {
      const { slow } = gateway();
      const index = slow.signals.length;
      const client = new AbortController();
      const body = modern('tools/call', { name: 'slow_op' });
      const sent = send('/mcp', {
        ...init(body, modernHeaders('tools/call', 'slow_op')),
        signal: client.signal,
      }).catch(() => 'gone');
      await slow.arrived(index + 1);
      client.abort();
      await slow.aborted(index);
      expect(slow.signals[index]?.aborted).toBe(true);
      await sent;
    });

    it('cancels its call after a stream was opened', async () => {
      const { slow } = gateway();
      const index = slow.signals.length;
      const body = modern('tools/call', { name: 'slow_op' });
      const answering = send('/mcp', init(body, modernHeaders('tools/call', 'slow_op')));
      await slow.arrived(index + 1);
      vi.advanceTimersByTime(10_000);
      await readEvents(await answering).cancel();
      await slow.aborted(index);
      expect(slow.signals[index]?.aborted).toBe(true);
    });

    it('does not cancel its call in earlier revisions', async () => {
      const { slow } = gateway();
      const index = slow.signals.length;
      const answering = send('/mcp', init(slowCall));
      await slow.arrived(index + 1);
      vi.advanceTimersByTime(10_000);
      await readEvents(await answering).cancel();
      const other = await send('/mcp', init({ jsonrpc: '2.0', id: 2, method: 'ping' }));
      expect(await other.json()).toMatchObject({ id: 2 });
      expect(slow.signals[index]?.aborted).toBe(false);
      slow.release();
    });
  },
);
