import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../src/mcp/context.ts';
import { classify } from '../../src/mcp/classify.ts';
import { legacyRevisions } from '../../src/mcp/versions.ts';
import { modern, modernHeaders } from '../support/mcp-requests.ts';

function http(headers: Record<string, string> = {}): RequestContext {
  return { headers: new Headers(headers) };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('classify', () => {
  it.each(legacyRevisions)('classifies a request by its version header: %s', (revision) => {
    const arrived = classify(ping, http({ 'mcp-protocol-version': revision }));
    expect(arrived).toMatchObject({ kind: 'request', revision });
  });

  it('classifies a request without a header as 2025-03-26, or as the revision of its connection', () => {
    expect(classify(ping, http())).toMatchObject({ revision: '2025-03-26' });
    const connection: RequestContext = {
      headers: undefined,
      era: 'legacy',
      revision: '2024-11-05',
    };
    expect(classify(ping, connection)).toMatchObject({ revision: '2024-11-05' });
  });

  it('classifies a request with a claim and headers as modern', () => {
    const arrived = classify(modern('tools/list'), http(modernHeaders('tools/list')));
    expect(arrived).toMatchObject({ kind: 'request', revision: '2026-07-28' });
  });

  it('requires no headers on a connection without headers', () => {
    const arrived = classify(modern('tools/call', { name: 'x' }), { headers: undefined });
    expect(arrived).toMatchObject({ kind: 'request', revision: '2026-07-28' });
  });

  it('reports contradictions before unsupported revisions, and those before missing headers', () => {
    const code = (body: object, headers: Record<string, string>) => {
      const arrived = classify(body, http(headers));
      return arrived.kind === 'refused' ? arrived.answer.code : arrived.kind;
    };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': 'v9',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const future = modern('tools/call', { _meta, name: 'x' });
    expect(code(future, { 'mcp-protocol-version': '2026-07-28' })).toBe(-32020);
    expect(code(future, { 'mcp-method': 'tools/list' })).toBe(-32020);
    expect(code(future, {})).toBe(-32022);
    expect(code(modern('tools/call', { name: 'x' }), {})).toBe(-32020);
    expect(code(modern('nope'), { 'mcp-protocol-version': '2026-07-28' })).toBe(-32020);
  });
});

const text = fc.oneof(
  fc.constantFrom('2.0', 'ping', 'initialize', 'tools/call', '2026-07-28', '2025-03-26'),
  fc.string(),
);
const key = fc.constantFrom(
  'jsonrpc',
  'id',
  'method',
  'params',
  'result',
  'error',
  '_meta',
  'name',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
  '__proto__',
  'constructor',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));
const headerNames = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

describe('classify, with arbitrary input', () => {
  it('never throws, and refuses with the id or without one', () => {
    fc.assert(
      fc.property(
        value,
        fc.dictionary(fc.constantFrom(...headerNames), text),
        fc.constantFrom('legacy', 'modern', undefined),
        fc.boolean(),
        (given, named, era, overHttp) => {
          const parsed = JSON.parse(JSON.stringify(given) ?? 'null') as unknown;
          const headers = { get: (name: string) => named[name] ?? null };
          const arrived = classify(parsed, { headers: overHttp ? headers : undefined, era });
          if (arrived.kind !== 'refused') return;
          const answer = JSON.parse(arrived.answer.json) as Record<string, unknown>;
          expect(answer.jsonrpc).toBe('2.0');
          expect(answer.error).toMatchObject({ code: arrived.answer.code });
          const id = (parsed as { id?: unknown } | null)?.id;
          expect([undefined, null, id]).toContain(answer.id);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
