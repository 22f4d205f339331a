import { expect, it } from 'vitest';
import { createStreams } from '../../src/serve/streams.ts';

it('ends the oldest stream of the caller with most streams for a caller with fewer', () => {
  const closed: string[] = [];
  const streams = createStreams({ max: 4, keepAliveMs: 60_000, maxAgeMs: 60_000 });
  const open = (subject: string, name: string) =>
    streams.open({
      caller: { subject, claims: new Map(), scopes: [] },
      onClosed: () => closed.push(name),
      disconnect: undefined,
    }) !== undefined;
  for (const name of ['a1', 'a2', 'a3', 'a4']) expect(open('ada', name)).toBe(true);
  expect(open('ada', 'a5')).toBe(false);
  expect([open('bob', 'b1'), open('bob', 'b2'), open('bob', 'b3')]).toEqual([true, true, false]);
  expect(closed).toEqual(['a1', 'a2']);
  streams.end();
});
