import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed, type Send } from '../support/matrix.ts';
import { acceptBoth, modern, modernHeaders, post, readEvents } from '../support/mcp-requests.ts';
import { eventually } from '../support/servers.ts';

const key = 'io.modelcontextprotocol/subscriptionId';
const SI = { 'io.modelcontextprotocol/serverInfo': { name: 'gw', version: '1.0.0' } };

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});

async function listen(send: Send, notifications: unknown, id: unknown = 'sub-1') {
  const response = await send('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: acceptBoth,
      ...modernHeaders('subscriptions/listen'),
    },
    body: JSON.stringify(modern('subscriptions/listen', { notifications }, id)),
  });
  return { response, events: readEvents(response) };
}

function parse(event: { readonly data: string } | undefined): unknown {
  return event && JSON.parse(event.data);
}

let reloads = 0;

/** A catalog that differs from all earlier ones for clients. */
function changedCatalog() {
  reloads += 1;
  const fingerprint = String(reloads).padStart(64, '0');
  return fixtureCatalog([fixtureTool(`tool_${reloads}`)], fingerprint);
}

describeServed(
  'a subscription',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    it('gets an acknowledgement, notifications and keep-alive comments until the client closes it', async () => {
      const { response, events } = await listen(send, {
        toolsListChanged: true,
        promptsListChanged: true,
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
      const acknowledged = await events.next();
      expect(acknowledged?.event).toBe('message');
      expect(parse(acknowledged)).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true }, _meta: { [key]: 'sub-1' } },
      });

      gateway().catalog.set(changedCatalog());
      expect(parse(await events.next())).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { [key]: 'sub-1' } },
      });

      expect(await events.line()).toBe('');
      vi.advanceTimersByTime(15_000);
      expect(await events.line()).toBe(': keep-alive');
      await events.cancel();
    });

    it('gets no notification of a reload without changes', async () => {
      const { events } = await listen(send, { toolsListChanged: true }, 7);
      await events.next();
      const { catalog } = gateway();
      catalog.set({ ...catalog.current });
      catalog.set(changedCatalog());
      expect(parse(await events.next())).toMatchObject({ params: { _meta: { [key]: 7 } } });
      vi.advanceTimersByTime(15_000);
      await events.line();
      expect(await events.line()).toBe(': keep-alive');
      await events.cancel();
    });

    it.each([
      {},
      { promptsListChanged: true, resourceSubscriptions: ['a:b'] },
      { toolsListChanged: false },
    ])('ends at once if nothing is supported: %j', async (notifications) => {
      const { events } = await listen(send, notifications, 5);
      expect(parse(await events.next())).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: {}, _meta: { [key]: 5 } },
      });
      expect(parse(await events.next())).toEqual({
        jsonrpc: '2.0',
        id: 5,
        result: { resultType: 'complete', _meta: { [key]: 5, ...SI } },
      });
      expect(await events.next()).toBeUndefined();
    });

    it.each([undefined, [], 'all'])(
      'is refused without valid notifications: %j',
      async (notifications) => {
        const body = modern('subscriptions/listen', { notifications });
        const answer = await post(send, body, modernHeaders('subscriptions/listen'));
        expect(answer).toMatchObject({ status: 200, json: { error: { code: -32602 } } });
      },
    );

    it('is refused if the client does not accept streams', async () => {
      const body = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
      const headers = { ...modernHeaders('subscriptions/listen'), accept: 'application/json' };
      expect(await post(send, body, headers)).toMatchObject({ status: 406 });
    });
  },
);

describeServed(
  'a server that stops',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    it('sends the result of a subscription, and opens no more', async () => {
      const { events } = await listen(send, { toolsListChanged: true });
      await events.next();
      gateway().app.endStreams();
      expect(parse(await events.next())).toEqual({
        jsonrpc: '2.0',
        id: 'sub-1',
        result: { resultType: 'complete', _meta: { [key]: 'sub-1', ...SI } },
      });
      expect(await events.next()).toBeUndefined();
      const { response } = await listen(send, { toolsListChanged: true });
      expect(response.status).toBe(503);
      await response.text();
    });
  },
);

describeServed(
  'a server limited to two streams',
  () => createFixtureGateway({ server: { maxStreams: 2 }, maxStreamAgeMs: 60_000 }),
  ({ send }) => {
    it('refuses a third stream until another is closed', async () => {
      const first = await listen(send, { toolsListChanged: true }, 1);
      const second = await listen(send, { toolsListChanged: true }, 2);
      await first.events.next();
      await second.events.next();
      const third = await listen(send, { toolsListChanged: true }, 3);
      expect(third.response.status).toBe(503);
      expect(third.response.headers.get('retry-after')).toBe('5');
      expect(await third.response.json()).toMatchObject({ error: { code: 429 } });
      await first.events.cancel();
      await eventually(async () => {
        const again = await listen(send, { toolsListChanged: true }, 4);
        expect(again.response.status).toBe(200);
        await again.events.cancel();
      });
      await second.events.cancel();
    });

    it('ends a stream with its result after the maximum lifetime', async () => {
      const { events } = await listen(send, { toolsListChanged: true }, 1);
      await events.next();
      vi.advanceTimersByTime(61_000);
      const last = [];
      for (let event = await events.next(); event; event = await events.next()) last.push(event);
      expect(last.map(parse)).toMatchObject([{ id: 1, result: { resultType: 'complete' } }]);
    });
  },
);
