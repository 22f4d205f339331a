import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import type { LimitOptions } from '../../src/config/options.ts';
import { anonymous, type Caller } from '../../src/core/call.ts';
import { createCallLimits, type CallLimitSettings } from '../../src/execute/call-limits.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater, serveJson } from '../support/servers.ts';
import { known } from '../support/tool-fixture.ts';

const none = {
  callsPerMinute: undefined,
  toolCallsPerMinute: undefined,
  totalCallsPerMinute: undefined,
  concurrentCalls: undefined,
};
const ann: Caller = known('ann');

/** Returns a function that starts calls, and says how long a refused one has to wait. */
function start(settings: Partial<CallLimitSettings>) {
  const clock = { now: 0 };
  const limits = createCallLimits({ ...none, ...settings }, () => clock.now);
  const enter = (tool: string, caller = ann) => {
    const entered = limits.enter(tool, caller);
    return typeof entered === 'object' ? entered.retryAfterSeconds : 'allowed';
  };
  return { limits, enter, clock };
}

it('allows the calls of a minute at once, and then one whenever its part has passed', () => {
  const { enter, clock } = start({ callsPerMinute: 3 });
  expect([1, 2, 3, 4].map(() => enter('a'))).toEqual(['allowed', 'allowed', 'allowed', 20]);
  clock.now = 5_000;
  expect(enter('a')).toBe(15);
  clock.now = 20_000;
  expect([enter('a'), enter('a')]).toEqual(['allowed', 20]);
  clock.now = 3_600_000;
  expect([1, 2, 3, 4].map(() => enter('a'))).toEqual(['allowed', 'allowed', 'allowed', 20]);
});

it('counts callers, tools and all calls separately', () => {
  const bob = { ...known('ann'), issuer: 'https://other.example' };
  const byCaller = start({ callsPerMinute: 1 });
  expect([ann, bob, anonymous, anonymous].map((one) => byCaller.enter('a', one))).toEqual([
    'allowed',
    'allowed',
    'allowed',
    60,
  ]);
  const byTool = start({ toolCallsPerMinute: 1 });
  expect([byTool.enter('a'), byTool.enter('b'), byTool.enter('a', bob)]).toEqual([
    'allowed',
    'allowed',
    60,
  ]);
  const inAll = start({ totalCallsPerMinute: 1 });
  expect([inAll.enter('a'), inAll.enter('b', bob)]).toEqual(['allowed', 60]);
});

it('does not count a call that another limit refuses', () => {
  const { enter, clock } = start({ callsPerMinute: 2, totalCallsPerMinute: 1 });
  expect([enter('a'), enter('a'), enter('a')]).toEqual(['allowed', 60, 60]);
  clock.now = 60_000;
  expect(enter('a')).toBe('allowed');
});

it('limits the calls of a caller that run at the same time', () => {
  const { limits, enter } = start({ concurrentCalls: 2 });
  const leave = limits.enter('a', ann);
  expect([enter('a'), enter('b'), enter('a', anonymous)]).toEqual(['allowed', 1, 'allowed']);
  if (typeof leave === 'function') leave();
  expect([enter('a'), enter('a')]).toEqual(['allowed', 1]);
});

async function open(limits: LimitOptions) {
  const { url, seen } = await serveJson(() => ({ data: { film: 'x' } }));
  const gateway = await createGateway({
    schema: buildSchema('scalar JSON type Query { film(id: Int, tree: JSON): String }'),
    endpoint: url,
    inlineOperations: ['query film($id: Int, $tree: JSON) { film(id: $id, tree: $tree) }'],
    limits,
  });
  closeLater(() => gateway.close());
  return { gateway, seen };
}

it('answers a call beyond a limit as RATE_LIMITED, and sends nothing', async () => {
  const { gateway, seen } = await open({ callsPerMinute: 1 });
  expect((await gateway.call('film', { id: 'wrong' })).isError).toBe(true);
  expect((await gateway.call('film', { id: 1 })).isError).toBe(false);
  const { isError, structured, content } = await gateway.call('film', { id: 1 });
  expect([isError, JSON.parse(structured)]).toMatchObject([
    true,
    { data: null, errors: [{ classification: 'RATE_LIMITED' }] },
  ]);
  expect(JSON.stringify(content)).toMatch(
    /Calls by this caller are limited to 1 a minute\..*60 seconds/,
  );
  expect(seen).toHaveLength(1);
});

it.each([100, 200_000])('refuses arguments with %i levels', async (levels) => {
  const { gateway, seen } = await open({});
  const tree = JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
  const { isError, content } = await gateway.call('film', { tree });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('at most 64 levels of lists and objects');
  expect(seen).toEqual([]);
});
