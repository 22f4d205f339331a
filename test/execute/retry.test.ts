import { describe, expect, it } from 'vitest';
import { createBreaker, createRetryPolicy } from '../../src/execute/retry.ts';
import { readRetryAfter } from '../../src/http/rate-limit.ts';

describe('createRetryPolicy', () => {
  it('doubles the wait up to two seconds, with jitter between half and all of the step', () => {
    const waits = (random: number): (number | undefined)[] => {
      const policy = createRetryPolicy({ attempts: 8, random: () => random });
      return [1, 2, 3, 6, 7, 8].map((attempt) => policy.delayMs(attempt, 60_000));
    };
    expect(waits(0)).toEqual([50, 100, 200, 1_000, 1_000, undefined]);
    expect(waits(0.999)).toEqual([99.95, 199.9, 399.8, 1_999, 1_999, undefined]);
  });

  it('waits as long as Retry-After, unless that is too long', () => {
    const policy = createRetryPolicy({ attempts: 3, random: () => 0 });
    expect(policy.delayMs(1, 60_000, 2)).toBe(2_000);
    expect(policy.delayMs(1, 60_000, 6)).toBeUndefined();
    expect(policy.delayMs(1, 1_000, 2)).toBeUndefined();
  });

  it('does not wait beyond the deadline', () => {
    expect(createRetryPolicy({ attempts: 3, random: () => 0 }).delayMs(1, 40)).toBeUndefined();
  });

  it('spends a budget that ten calls earn back', () => {
    const policy = createRetryPolicy({ attempts: 2, random: () => 0 });
    const granted = (): boolean => policy.delayMs(1, 60_000) !== undefined;
    expect(Array.from({ length: 11 }, granted)).toEqual([...Array<boolean>(10).fill(true), false]);
    for (let call = 0; call < 11; call++) policy.started();
    expect([granted(), granted()]).toEqual([true, false]);
  });
});

describe('readRetryAfter', () => {
  const now = Date.UTC(2027, 11, 31, 23, 59, 30);

  it.each([
    [{ 'retry-after': '120' }, 120],
    [{ 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' }, 29],
    [{ 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{}, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1_000 + 60) }, 60],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String(now / 1_000 + 60) }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'x' }, undefined],
  ])('reads %j as %j seconds', (headers, seconds) => {
    expect(readRetryAfter(headers, now)).toBe(seconds);
  });
});

describe('createBreaker', () => {
  it('counts only consecutive failures', () => {
    const breaker = createBreaker({ failures: 2, openMs: 100, elapsed: () => 0 });
    for (const health of ['unhealthy', 'healthy', 'unhealthy', 'unknown'] as const)
      breaker.report(health, 'regular');
    expect(breaker.tryPass()).toBe('regular');
    breaker.report('unhealthy', 'regular');
    expect(breaker.tryPass()).toBeUndefined();
  });

  it('allows one trial, and another if it was stopped', () => {
    let time = 0;
    const breaker = createBreaker({ failures: 1, openMs: 100, elapsed: () => time });
    breaker.report('unhealthy', 'regular');
    time = 100;
    expect([breaker.tryPass(), breaker.tryPass()]).toEqual(['trial', undefined]);
    breaker.report('unknown', 'trial');
    expect([breaker.tryPass(), breaker.tryPass()]).toEqual(['trial', undefined]);
    breaker.report('healthy', 'trial');
    expect([breaker.tryPass(), breaker.tryPass()]).toEqual(['regular', 'regular']);
  });

  it('ignores failures of earlier requests, and closes on their success', () => {
    let time = 0;
    const breaker = createBreaker({ failures: 1, openMs: 100, elapsed: () => time });
    breaker.report('unhealthy', 'regular');
    time = 100;
    expect(breaker.tryPass()).toBe('trial');
    for (const health of ['unhealthy', 'unknown'] as const) breaker.report(health, 'regular');
    expect([breaker.tryPass(), breaker.waitSeconds()]).toEqual([undefined, 1]);
    breaker.report('unknown', 'trial');
    expect(breaker.tryPass()).toBe('trial');
    breaker.report('healthy', 'regular');
    expect(breaker.tryPass()).toBe('regular');
  });

  it('never opens if it is disabled', () => {
    const breaker = createBreaker({ failures: 0, openMs: 100, elapsed: () => 0 });
    for (let index = 0; index < 100; index++) breaker.report('unhealthy', 'regular');
    expect(breaker.tryPass()).toBe('regular');
  });
});
