import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/config/rules/template.ts';
import { anonymous } from '../../../src/core/call.ts';
import { createHeadersOf, type HeaderSettings } from '../../../src/execute/caller/headers.ts';
import { known, callContext } from '../../support/tool-fixture.ts';

function headersFor(
  settings: HeaderSettings,
  incoming: Record<string, string>,
  caller = callContext().caller,
): Record<string, string> {
  const flat = createHeadersOf(settings)(callContext({ headers: new Headers(incoming), caller }));
  if ('kind' in flat) throw new Error(flat.message);
  const pairs = flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []));
  return Object.fromEntries(pairs) as Record<string, string>;
}

const everything = {
  host: 'evil.example',
  'content-length': '3',
  'transfer-encoding': 'chunked',
  connection: 'x-foo, keep-alive',
  'x-foo': 'hop',
  'proxy-authorization': 'Basic abc',
  'accept-encoding': 'zstd',
  cookie: 'session=1',
  'mcp-session-id': 's',
  'mcp-protocol-version': '2025-06-18',
  authorization: 'Bearer gateway-secret',
  'x-tenant': 'acme',
};

describe('headers of the caller', () => {
  it('are not forwarded unless listed', () => {
    expect(headersFor({}, everything)).toEqual({});
  });

  it('are forwarded under the configured name', () => {
    const forwardHeaders = { 'X-Tenant': 'X-Org' };
    expect(headersFor({ forwardHeaders }, everything)).toEqual({ 'x-org': 'acme' });
  });

  it('are not forwarded if Connection lists them', () => {
    const forwardHeaders = { 'x-foo': 'x-foo', 'x-tenant': 'x-tenant' };
    expect(headersFor({ forwardHeaders }, everything)).toEqual({ 'x-tenant': 'acme' });
  });

  it('are read quickly if Connection has much white space', () => {
    const forwardHeaders = { 'x-foo': 'x-foo', 'x-tenant': 'x-tenant' };
    const connection = `a${'\t'.repeat(1_000_000)}b, \tX-Foo\t`;
    const headers = { get: (name: string) => (name === 'connection' ? connection : 'v') };
    const context = callContext({
      headers: { get: (name) => (name === 'traceparent' ? null : headers.get(name)) },
    });
    expect(createHeadersOf({ forwardHeaders })(context)).toEqual(['x-tenant', 'v']);
  });

  it('never replace a configured header', () => {
    const settings = { headers: { 'X-Org': 'ours' }, forwardHeaders: { 'x-tenant': 'x-org' } };
    expect(headersFor(settings, everything)).toEqual({ 'x-org': 'ours' });
  });

  it('are omitted if their value is invalid', () => {
    const headers = {
      get: (name: string) => (name === 'x-tenant' ? 'a\r\nx-admin: 1' : undefined),
    };
    const headersOf = createHeadersOf({ forwardHeaders: { 'x-tenant': 'x-tenant' } });
    expect(headersOf(callContext({ headers }))).toEqual([]);
  });
});

describe('headers with values of the caller', () => {
  const callerHeaders = new Map([
    ['X-User', parseTemplate('${claim:sub}')],
    ['Authorization', parseTemplate('App org=${claim:org.id}; team=${header:x-tenant:-none}')],
  ]);
  const ann = known('ann', { org: { id: 7 } });

  it('are composed of claims, headers and text', () => {
    expect(headersFor({ callerHeaders }, everything, ann)).toEqual({
      'x-user': 'ann',
      authorization: 'App org=7; team=acme',
    });
    expect(headersFor({ callerHeaders }, {}, ann)).toMatchObject({
      authorization: 'App org=7; team=none',
    });
  });

  it('win over headers that the caller sends', () => {
    const settings = { callerHeaders, forwardHeaders: { 'x-tenant': 'x-user' } };
    expect(headersFor(settings, everything, ann)).toMatchObject({ 'x-user': 'ann' });
  });

  it.each([
    ['${claim:sub}', anonymous, 'UNAUTHORIZED', 'The tool requires a signed-in caller.'],
    [
      '${claim:org.name}',
      ann,
      'FORBIDDEN',
      'The caller\'s token has no claim "org.name", which the tool requires.',
    ],
    [
      '${header:x-none}',
      ann,
      'UNAUTHORIZED',
      'The tool requires the header "x-none", which the client did not send.',
    ],
    ['${claim:org}', ann, 'FORBIDDEN', 'The claim "org" is not a text.'],
    [
      '${claim:name}',
      known('ann', { name: 'Ann\r\nx-admin: 1' }),
      'FORBIDDEN',
      'The claim "name" cannot be sent in a header.',
    ],
    [
      '${claim:name}',
      known('ann', { name: '安' }),
      'FORBIDDEN',
      'The claim "name" cannot be sent in a header.',
    ],
    [
      '${claim:constructor}',
      ann,
      'FORBIDDEN',
      'The caller\'s token has no claim "constructor", which the tool requires.',
    ],
    [
      '${claim:org.__proto__.x}',
      ann,
      'FORBIDDEN',
      'The caller\'s token has no claim "org.__proto__.x", which the tool requires.',
    ],
    [
      '${claim:empty}',
      known('ann', { empty: '' }),
      'FORBIDDEN',
      'The caller\'s token has no claim "empty", which the tool requires.',
    ],
    // what opened the gateway
    [
      '${header:cookie}',
      ann,
      'UNAUTHORIZED',
      'The tool requires the header "cookie", which the client did not send.',
    ],
  ])(
    'refuse the call if a value is missing or cannot be sent: %s',
    (text, caller, code, message) => {
      const headersOf = createHeadersOf({ callerHeaders: new Map([['x', parseTemplate(text)]]) });
      const headers = new Headers({ cookie: 's=1' });
      expect(headersOf(callContext({ headers, caller }))).toMatchObject({
        kind: 'failure',
        classification: code,
        message,
      });
    },
  );
});

describe('the token of the gateway', () => {
  const forwardHeaders = {
    authorization: 'authorization',
    'x-token': 'x-token',
    'x-tenant': 'x-tenant',
  };
  const incoming = { ...everything, 'x-token': 'gateway-secret' };

  it('is not forwarded even if Authorization is listed', () => {
    expect(headersFor({ forwardHeaders }, incoming, known('ann'))).toEqual({ 'x-tenant': 'acme' });
  });

  it('is not forwarded as trace state', () => {
    const traced = {
      ...incoming,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'k=gateway-secret',
    };
    expect(headersFor({}, traced, known('ann'))).toEqual({ traceparent: traced.traceparent });
    expect(headersFor({}, { ...traced, tracestate: 'k=v' }, known('ann'))).toEqual({
      traceparent: traced.traceparent,
      tracestate: 'k=v',
    });
  });

  it('is forwarded if the gateway does not authenticate callers', () => {
    expect(headersFor({ forwardHeaders }, incoming)).toEqual({
      authorization: 'Bearer gateway-secret',
      'x-token': 'gateway-secret',
      'x-tenant': 'acme',
    });
  });
});

describe('trace context', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('is forwarded', () => {
    expect(headersFor({ headers: { 'x-key': '1' } }, { traceparent, tracestate: 'a=b' })).toEqual({
      'x-key': '1',
      traceparent,
      tracestate: 'a=b',
    });
  });

  it('is omitted if it is malformed', () => {
    expect(headersFor({}, { traceparent: 'x', tracestate: 'a=b' })).toEqual({});
    expect(headersFor({}, { traceparent, tracestate: 'x'.repeat(600) })).toEqual({ traceparent });
  });
});
