import { describe, expect, it } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';

describeServed(
  'an argument repeated in a header',
  () => createFixtureGateway(),
  ({ send }) => {
    const call = (args: object, headers: Record<string, string>) =>
      post(send, modern('tools/call', { name: 'routed_op', arguments: args }), {
        ...modernHeaders('tools/call', 'routed_op'),
        ...headers,
      });

    it.each([
      ['equals its header', { region: 'us-west1' }, { 'mcp-param-region': 'us-west1' }],
      [
        'is encoded in Base64',
        { region: 'Hello, 世界' },
        { 'mcp-param-region': '=?base64?SGVsbG8sIOS4lueVjA==?=' },
      ],
      ['looks like Base64', { region: '=?base64?x' }, { 'mcp-param-region': '=?base64?x' }],
      [
        'is an integer in another notation',
        { region: 'eu', shard: 42 },
        { 'mcp-param-region': 'eu', 'mcp-param-shard': '42.0' },
      ],
      [
        'is a boolean',
        { region: 'eu', dry: false },
        { 'mcp-param-region': 'eu', 'mcp-param-dry': 'false' },
      ],
      [
        'is nested in another argument',
        { region: 'eu', target: { tenant: 't1' } },
        { 'mcp-param-region': 'eu', 'MCP-PARAM-TENANT': 't1' },
      ],
      ['is null, and not in a header', { region: 'eu', shard: null }, { 'mcp-param-region': 'eu' }],
      ['is empty', { region: '' }, { 'mcp-param-region': '' }],
      [
        'comes with a header without an argument',
        { region: 'eu' },
        { 'mcp-param-region': 'eu', 'mcp-param-other': 'x' },
      ],
    ])('is accepted if it %s', async (_, args, headers) => {
      expect(await call(args, headers)).toMatchObject({
        status: 200,
        json: { result: { structuredContent: { data: { routed_op: args } } } },
      });
    });

    it.each([
      ['is missing in the headers', { region: 'eu' }, {}],
      ['is another', { region: 'eu' }, { 'mcp-param-region': 'us' }],
      ['differs in case', { region: 'eu' }, { 'mcp-param-region': 'EU' }],
      ['is in broken Base64', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
      [
        'contains characters that require Base64',
        { region: 'Hello' },
        { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' },
      ],
      ['is not plain ASCII', { region: 'é' }, { 'mcp-param-region': 'é' }],
      [
        'is a different integer',
        { region: 'eu', shard: 42 },
        { 'mcp-param-region': 'eu', 'mcp-param-shard': '43' },
      ],
      [
        'is not a number in the header',
        { region: 'eu', shard: 42 },
        { 'mcp-param-region': 'eu', 'mcp-param-shard': '0x2A' },
      ],
      [
        'is null in the body',
        { region: 'eu', shard: null },
        { 'mcp-param-region': 'eu', 'mcp-param-shard': '1' },
      ],
      ['is in a header only', {}, { 'mcp-param-region': 'eu' }],
    ])('is refused with 400 and -32020 if it %s', async (_, args, headers) => {
      const answer = await call(args, headers);
      expect(answer).toMatchObject({ status: 400, json: { id: 1, error: { code: -32020 } } });
    });

    it('is not compared in legacy revisions', async () => {
      const params = { name: 'routed_op', arguments: { region: 'eu' } };
      const answer = await post(send, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      expect(answer.status).toBe(200);
    });
  },
);

describe('x-mcp-header in tools/list', () => {
  it('is sent only to revision 2026-07-28', async () => {
    const { app } = createFixtureGateway();
    const send = async (path: string, init = {}) =>
      app.fetch(new Request(`http://localhost${path}`, init));
    const legacy = await post(
      send,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'mcp-protocol-version': '2025-11-25' },
    );
    expect(JSON.stringify(legacy.json)).not.toContain('x-mcp-header');
    expect(JSON.stringify(legacy.json)).toContain('"tenant":{"type":"string"}');
    const current = await post(send, modern('tools/list'), modernHeaders('tools/list'));
    expect(JSON.stringify(current.json).match(/"x-mcp-header":"\w+"/g)).toEqual([
      '"x-mcp-header":"Region"',
      '"x-mcp-header":"Shard"',
      '"x-mcp-header":"Dry"',
      '"x-mcp-header":"Tenant"',
    ]);
  });
});
