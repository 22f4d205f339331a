import { describe, expect, it } from 'vitest';
import { httpAnswer, startFaultServer } from '../support/fault-server.ts';
import { callTool, dataOf, testExecutor, toolFixture } from '../support/tool-fixture.ts';
import { serveJson } from '../support/servers.ts';

const document = 'query Film($id: ID) { film(id: $id) { title } }';
const query = toolFixture(document);
const mutation = toolFixture('mutation Rate($id: ID) { rate(id: $id) { title } }');
const data = { film: { title: 'Alien' } };
const unknownHash = {
  errors: [{ message: 'x', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

function parametersOf(url: string | undefined): Record<string, string> {
  return Object.fromEntries(new URL(url ?? '', 'http://api.example').searchParams);
}

describe('a request', () => {
  it('is a POST as in the GraphQL over HTTP specification', async () => {
    const { url, seen } = await serveJson(() => ({ data }));
    await callTool(testExecutor({ endpoint: url }), query, { id: 'a"\u2028ü' });
    const [request] = seen;
    expect(request).toMatchObject({ method: 'POST', url: '/graphql' });
    expect(request?.headers).toMatchObject({
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'accept-encoding': 'gzip, deflate, br',
      'content-type': 'application/json',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      query: document,
      operationName: 'Film',
      variables: { id: 'a"\u2028ü' },
    });
  });

  it('contains no lone surrogates', async () => {
    const { url, seen } = await serveJson(() => ({ data }));
    await callTool(testExecutor({ endpoint: url }), query, { id: 'a\ud83dz😀' });
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ variables: { id: 'a\ufffdz😀' } });
  });

  it('is a GET for queries if configured, and a POST for mutations', async () => {
    const { url, seen } = await serveJson(() => ({ data }));
    const executor = testExecutor({ endpoint: `${url}?v=1`, http: { method: 'GET' } });
    await callTool(executor, query, { id: 'a&b' });
    await callTool(executor, mutation, { id: '1' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(parametersOf(seen[0]?.url)).toEqual({
      v: '1',
      query: document,
      operationName: 'Film',
      variables: '{"id":"a&b"}',
    });
    expect(seen[0]?.headers).toMatchObject({ 'apollo-require-preflight': 'true' });
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('is a POST if the URL of a GET would be too long', async () => {
    const { url, seen } = await serveJson(() => ({ data }));
    const executor = testExecutor({ endpoint: url, http: { method: 'GET' } });
    await callTool(executor, query, { id: 'x'.repeat(9_000) });
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('persisted queries', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: query.operation.hash } };

  it('sends the hash, then the document if the server does not know it', async () => {
    const { url, seen } = await serveJson((_request, count) =>
      count === 1 ? unknownHash : { data },
    );
    const executor = testExecutor({ endpoint: url, persisted: 'apq' });
    expect(dataOf(await callTool(executor, query))).toEqual(data);
    expect(dataOf(await callTool(executor, query))).toEqual(data);
    const bodies = seen.map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual([
      { operationName: 'Film', extensions, variables: {} },
      { query: document, operationName: 'Film', extensions, variables: {} },
      { operationName: 'Film', extensions, variables: {} },
    ]);
  });

  it('recognises errors without code, and registers mutations too', async () => {
    const { url, seen } = await serveJson((_request, count) =>
      count === 1 ? { errors: [{ message: 'PersistedQueryNotFound' }] } : { data },
    );
    const executor = testExecutor({ endpoint: url, persisted: 'apq' });
    expect(dataOf(await callTool(executor, mutation))).toEqual(data);
    expect(seen).toHaveLength(2);
  });

  it('sends no more hashes to a server that does not support them', async () => {
    const { url, seen } = await serveJson((_request, count) =>
      count === 1 ? { errors: [{ message: 'PersistedQueryNotSupported' }] } : { data },
    );
    const executor = testExecutor({ endpoint: url, persisted: 'apq' });
    await callTool(executor, query);
    await callTool(executor, query);
    const bodies = seen.map(({ body }) => Object.keys(JSON.parse(body) as object));
    expect(bodies).toEqual([
      ['operationName', 'extensions', 'variables'],
      ['query', 'operationName', 'variables'],
      ['query', 'operationName', 'variables'],
    ]);
  });

  it.each([
    [200, JSON.stringify({ errors: [{ message: 'PersistedQueryNotSupported: use documents' }] })],
    [400, JSON.stringify({ errors: [{ message: 'Must provide query string.' }] })],
    [200, JSON.stringify({ data: null, errors: [{ message: 'No GraphQL query found.' }] })],
    [400, 'Must provide query string.'],
    [400, JSON.stringify({ message: 'Bad Request' })],
    [422, ''],
  ])('sends documents to a server without persisted queries: %i %s', async (status, body) => {
    for (const tool of [query, mutation]) {
      const server = await startFaultServer({
        onRequest: (socket, _count, _path, sent) =>
          socket.write(
            sent.includes('"query"')
              ? httpAnswer(200, {}, JSON.stringify({ data }))
              : httpAnswer(status, {}, body),
          ),
      });
      let unsupported = 0;
      const executor = testExecutor({
        endpoint: server.origin,
        persisted: 'apq',
        onUnsupported: () => {
          unsupported += 1;
        },
      });
      expect(dataOf(await callTool(executor, tool))).toEqual(data);
      expect(dataOf(await callTool(executor, tool))).toEqual(data);
      expect([server.seen.requests, unsupported]).toEqual([3, 1]);
    }
  });

  it('sends no document after errors of the input or of the execution', async () => {
    for (const errors of [
      [{ message: 'Variable "$query" got invalid value 1.' }],
      [{ message: 'The query failed.', path: ['film'] }],
    ]) {
      const { url, seen } = await serveJson(() => ({ data: null, errors }));
      await callTool(testExecutor({ endpoint: url, persisted: 'apq' }), mutation);
      expect(seen).toHaveLength(1);
    }
  });

  it.each(['documentId', 'apolloId'] as const)(
    'does not blame the agent if the server expects a document instead of %s',
    async (persisted) => {
      const { url } = await serveJson(() => ({
        errors: [{ message: 'Must provide query string.' }],
      }));
      expect(await callTool(testExecutor({ endpoint: url, persisted }), mutation)).toEqual({
        kind: 'failure',
        classification: 'UPSTREAM_MISMATCH',
        message: 'The GraphQL API does not accept ids of operations instead of documents.',
        detail: 'Set "persisted" to a form that the API supports, such as "document".',
      });
    },
  );

  it('keeps sending hashes if the document fails too', async () => {
    const { url, seen } = await serveJson(() => ({ errors: [{ message: 'No query.' }] }));
    const executor = testExecutor({ endpoint: url, persisted: 'apq' });
    await callTool(executor, query);
    await callTool(executor, query);
    const bodies = seen.map(({ body }) => body.includes('"query"'));
    expect(bodies).toEqual([false, true, false, true]);
  });

  it.each([
    ['documentId', query, { documentId: `sha256:${query.operation.hash}`, operationName: 'Film' }],
    [
      'documentId',
      toolFixture(document, { persistedId: 'f1' }),
      { documentId: 'f1', operationName: 'Film' },
    ],
    ['apolloId', query, { operationName: 'Film', extensions }],
    [
      'apolloId',
      toolFixture(document, { persistedId: 'f1' }),
      { operationName: 'Film', extensions: { persistedQuery: { version: 1, sha256Hash: 'f1' } } },
    ],
  ] as const)('sends only the id as %s', async (persisted, tool, expected) => {
    const { url, seen } = await serveJson(() => unknownHash);
    const executor = testExecutor({ endpoint: url, persisted });
    expect(await callTool(executor, tool)).toMatchObject({ body: unknownHash });
    expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ...expected, variables: {} },
    ]);
  });

  const hive = 'my-app~1.0.0~';

  it.each([
    ['of a manifest', 'documentId', toolFixture(document, { persistedId: 'f1' }), `${hive}f1`],
    [
      'with the prefix',
      'documentId',
      toolFixture(document, { persistedId: `${hive}f1` }),
      `${hive}f1`,
    ],
    ['without a manifest', 'documentId', query, `${hive}${query.operation.hash}`],
    ['in Apollo’s form', 'apolloId', toolFixture(document, { persistedId: 'f1' }), `${hive}f1`],
  ] as const)('prefixes an id %s', async (_what, persisted, tool, id) => {
    const { url, seen } = await serveJson(() => ({ data }));
    await callTool(testExecutor({ endpoint: url, persisted, persistedPrefix: hive }), tool);
    expect(seen[0]?.body).toContain(
      `"${persisted === 'apolloId' ? 'sha256Hash' : persisted}":"${id}"`,
    );
  });

  it('sends hashes in the URL of a GET', async () => {
    const { url, seen } = await serveJson((_request, count) =>
      count === 1 ? unknownHash : { data },
    );
    const executor = testExecutor({ endpoint: url, persisted: 'apq', http: { method: 'GET' } });
    await callTool(executor, query);
    expect(seen.map((request) => Object.keys(parametersOf(request.url)))).toEqual([
      ['operationName', 'extensions', 'variables'],
      ['query', 'operationName', 'extensions', 'variables'],
    ]);
  });
});
