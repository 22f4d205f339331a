import { describe, expect, it } from 'vitest';
import { isForwardable, isSendable } from '../../src/config/header-rules.ts';

describe('a header', () => {
  it.each([
    'connection',
    'te',
    'proxy-authorization',
    'content-type',
    'transfer-encoding',
    'mcp-session-id',
  ])('%s is neither set nor passed on', (name) => {
    expect([isSendable(name), isForwardable(name)]).toEqual([false, false]);
  });

  it.each(['host', 'cookie', 'accept-encoding'])('%s is not passed on', (name) => {
    expect([isSendable(name), isForwardable(name)]).toEqual([true, false]);
  });

  it.each(['x-tenant', 'authorization'])('%s may be passed on', (name) => {
    expect(isForwardable(name)).toBe(true);
  });
});
