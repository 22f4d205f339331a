import { describe, expect, it } from 'vitest';
import { createSchema, createYoga } from 'graphql-yoga';
import { buildSchema } from 'graphql';
import { createServer } from 'node:http';
import { FileArgument } from '../../src/core/call.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { callTool, dataOf, testExecutor, toolFixture } from '../support/tool-fixture.ts';
import { closeLater, listen, serveJson } from '../support/servers.ts';

const file = {
  type: 'object',
  properties: {
    filename: { type: 'string' },
    contentType: { type: 'string' },
    base64: { type: 'string' },
  },
  required: ['filename', 'base64'],
} as const;
const upload = toolFixture(
  'mutation Send($one: File!, $more: [File!]) { send(one: $one, more: $more) }',
  {
    takesFiles: true,
    inputSchema: {
      type: 'object',
      properties: { one: file, more: { type: 'array', items: file } },
    },
  },
);

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

async function startYoga(): Promise<string> {
  const schema = createSchema({
    typeDefs: `scalar File
      type Query { a: Int }
      type Mutation { send(one: File!, more: [File!]): [String!]! }`,
    resolvers: {
      Mutation: {
        send: async (_: unknown, { one, more = [] }: { one: File; more?: File[] }) =>
          Promise.all(
            [one, ...more].map(async (each) => `${each.name} ${each.type} ${await each.text()}`),
          ),
      },
    },
  });
  const yoga = createYoga({ schema, logging: false });
  const server = createServer((request, response) => void yoga(request, response));
  const port = await listen(server);
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/graphql`;
}

describe('an upload', () => {
  it('reaches a server with multipart support', async () => {
    const executor = testExecutor({ endpoint: await startYoga() });
    const outcome = await callTool(executor, upload, {
      one: new FileArgument({
        filename: 'a b.txt',
        contentType: 'text/plain',
        base64: base64('één'),
      }),
      more: [new FileArgument({ filename: 'c.bin', base64: base64('x') })],
    });
    expect(dataOf(outcome)).toEqual({
      send: ['a b.txt text/plain één', 'c.bin application/octet-stream x'],
    });
  });

  it('is sent as in the multipart request specification', async () => {
    const { url, seen } = await serveJson(() => ({ data: {} }));
    await callTool(testExecutor({ endpoint: url }), upload, {
      one: new FileArgument({ filename: 'a\r\nb', base64: base64('A') }),
    });
    const [request] = seen;
    const boundary = /boundary=(.*)$/.exec(String(request?.headers['content-type']))?.[1] ?? '';
    expect(request?.headers).toMatchObject({ 'apollo-require-preflight': 'true' });
    expect(request?.body.replaceAll(boundary, 'B').split('\r\n')).toEqual([
      '--B',
      'Content-Disposition: form-data; name="operations"',
      '',
      JSON.stringify({
        query: upload.operation.document,
        operationName: 'Send',
        variables: { one: null },
      }),
      '--B',
      'Content-Disposition: form-data; name="map"',
      '',
      '{"0":["variables.one"]}',
      '--B',
      'Content-Disposition: form-data; name="0"; filename="a%0D%0Ab"',
      'Content-Type: application/octet-stream',
      '',
      'A',
      '--B--',
      '',
    ]);
  });

  it.each([
    [{ filename: '', base64: 'QQ==' }, 'one.filename must be the name of the file.'],
    [{ filename: 'a', base64: 'Q*' }, 'one.base64 must be the content of the file in Base64.'],
    [{ filename: 'a', base64: 7 }, 'one.base64 must be the content of the file in Base64.'],
    [
      { filename: 'a', contentType: 'x\r\ny', base64: 'QQ==' },
      'one.contentType must be a media type such as "image/png".',
    ],
    [
      { filename: 'a', base64: base64('x'.repeat(11)) },
      'one is larger than the limit of 10 bytes per file. Send a smaller file.',
    ],
  ])('is refused for %j', async (one, message) => {
    const { url, seen } = await serveJson(() => ({ data: {} }));
    const executor = testExecutor({ endpoint: url, http: { maxUploadBytes: 10 } });
    expect(await callTool(executor, upload, { one: new FileArgument(one) })).toEqual({
      kind: 'failure',
      classification: 'BAD_REQUEST',
      message,
    });
    expect(seen).toEqual([]);
  });

  it('is told apart from a JSON value of the same shape', async () => {
    const { url, seen } = await serveJson(() => ({ data: { send: null } }));
    const gateway = await createGateway({
      endpoint: url,
      schema: buildSchema(
        'scalar Upload scalar JSON type Query { send(file: [Upload], meta: JSON): Int }',
      ),
      inlineOperations: [
        'query send($file: [Upload], $meta: JSON) { send(file: $file, meta: $meta) }',
      ],
    });
    closeLater(() => gateway.close());
    const value = { filename: 'a', contentType: 'text/plain', base64: 'QQ==' };
    expect((await gateway.call('send', { file: [value], meta: value })).isError).toBe(false);
    expect(seen[0]?.body).toContain(JSON.stringify({ file: [null], meta: value }));
    expect(seen[0]?.body).toContain('{"0":["variables.file.0"]}');
    await gateway.call('send', { meta: value });
    expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({ variables: { meta: value } });
  });

  it('is not looked for in tools that accept no files', async () => {
    const { url, seen } = await serveJson(() => ({ data: {} }));
    const one = { filename: 'a', base64: 'QQ==' };
    await callTool(testExecutor({ endpoint: url }), toolFixture('query Q { a }'), { one });
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ variables: { one } });
  });
});
