import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { CreateGatewayOptions, Gateway } from '../../src/gateway/gateway.ts';
import { answering, startFaultServer } from '../support/fault-server.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { closeLater, serveJson } from '../support/servers.ts';

const schema = buildSchema('type Query { film(id: String, tenant: String): String }');
const token = 'gateway-token-123456';

async function open(options: CreateGatewayOptions): Promise<Gateway> {
  const gateway = await createGateway({ schema, ...options });
  closeLater(() => gateway.close());
  return gateway;
}

/** An operation with a bound variable. */
function bound(binding: string): readonly string[] {
  return [`query film($id: String @mcpParam(${binding})) { film(id: $id) }`];
}

describe('headers of callers', () => {
  it('may be sent by browsers if the configuration or a tool uses them', async () => {
    const { url } = await serveJson(() => ({ data: { film: null } }));
    const gateway = await open({
      endpoint: url,
      inlineOperations: bound('fromHeader: "X-Team"'),
      forwardHeaders: { 'X-Tenant': 'x-org' },
      server: { allowedOrigins: ['https://app.example'] },
    });
    const response = await gateway.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-tenant, x-team, x-other',
        },
      }),
    );
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed?.slice(-3)).toEqual(['tracestate', 'x-team', 'x-tenant']);
  });

  it.each(['authorization', 'cookie', 'x-api-key'])(
    'that carry credentials are not bound if callers have tokens: %s',
    async (header) => {
      const options = { inlineOperations: bound(`fromHeader: "${header}"`) };
      const auth = { tokens: [{ token, subject: 'ada' }] };
      await expect(open({ ...options, auth })).rejects.toThrow(
        `error ARGUMENT_BINDING_FORBIDDEN: fromHeader of $id reads the header "${header}"`,
      );
      expect([...(await open(options)).catalog.tools.keys()]).toEqual(['film']);
    },
  );

  it('do not pass on the token of the gateway, whatever header contains it', async () => {
    const { url, seen } = await serveJson(() => ({ data: { film: null } }));
    const gateway = await open({
      endpoint: url,
      inlineOperations: bound('fromHeader: "x-copy"'),
      auth: { tokens: [{ token, subject: 'ada' }] },
    });
    const headers = new Headers({
      authorization: `Bearer ${token}`,
      'x-copy': `copy of ${token}`,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: `k=${token}`,
    });
    const caller = { subject: 'ada', claims: new Map(), scopes: [] };
    await gateway.call('film', {}, { caller, headers });
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain(token);
  });
});

describe('environment variables', () => {
  const env = { REGION: 'eu', OTHER_SECRET: 'hunter2' };

  it('are bound only if the configuration lists them', async () => {
    const { url, seen } = await serveJson(() => ({ data: { film: null } }));
    const options = { endpoint: url, env, bindableEnvironment: ['REGION'] };
    await expect(
      open({ ...options, inlineOperations: bound('fromEnv: "OTHER_SECRET"') }),
    ).rejects.toThrow('error ARGUMENT_BINDING_FORBIDDEN: fromEnv of $id reads');
    const listed = await open({ ...options, inlineOperations: bound('fromEnv: "REGION"') });
    await listed.call('film');
    expect(seen.map(({ body }) => (JSON.parse(body) as { variables: object }).variables)).toEqual([
      { id: 'eu' },
    ]);
  });
});

describe('the log of a call', () => {
  it('names the target of a redirect without its query, which agents do not see', async () => {
    const location = 'https://user:pw@elsewhere.example/v2/graphql?key=secret';
    const server = await startFaultServer(answering(308, { location }));
    const { log, warnings } = keepingLog();
    const gateway = await open({
      endpoint: server.origin,
      inlineOperations: ['query film { film }'],
      log,
    });
    const result = await gateway.call('film');
    expect(JSON.stringify(result)).not.toContain('elsewhere');
    expect(warnings).toEqual([
      [
        {
          tool: 'film',
          cause:
            'The endpoint of the GraphQL API redirects to another origin, to which credentials must not be sent (HTTP status 308). The endpoint redirects to https://elsewhere.example/v2/graphql.',
        },
        'the tool does not match the API',
      ],
    ]);
  });

  it('says once that the API does not support automatic persisted queries', async () => {
    const { url } = await serveJson(({ body }) =>
      body.includes('"query"')
        ? { data: { film: null } }
        : { errors: [{ message: 'Must provide query string.' }] },
    );
    const { log, warnings } = keepingLog();
    const gateway = await open({
      endpoint: url,
      persisted: 'apq',
      inlineOperations: ['query film { film }'],
      log,
    });
    await gateway.call('film');
    const { isError } = await gateway.call('film');
    expect(isError).toBe(false);
    const said = warnings.filter(([, message]) => message.includes('persisted queries'));
    expect(said).toEqual([
      [
        { upstream: 'default' },
        'the API does not support automatic persisted queries: documents are sent (set persisted: document)',
      ],
    ]);
  });
});
