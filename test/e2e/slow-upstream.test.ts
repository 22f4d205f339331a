import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater, serve } from '../support/servers.ts';
import { sendTo } from '../support/matrix.ts';
import { post } from '../support/mcp-requests.ts';

/** An API that answers each call when `until` is over. */
function serveApi(until: Promise<void>): Promise<string> {
  return serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly variables: { readonly of: string };
      };
      void until.then(() => {
        response.setHeader('content-type', 'application/graphql-response+json');
        response.end(JSON.stringify({ data: { name: variables.of } }));
      });
    });
  });
}

/** Serves the tools `slow` and `fast`, each before an API of its own; answers the port. */
async function serveBoth(slow: Promise<void>): Promise<number> {
  const baseDir = await mkdtemp(join(tmpdir(), 'slow-upstream-'));
  const upstreamOf = async (name: string, until: Promise<void>) => {
    await writeFile(join(baseDir, `${name}.graphql`), `query ${name}($of: ID!) { name(of: $of) }`);
    return { endpoint: await serveApi(until), schema: 'api.sdl', operations: `${name}.graphql` };
  };
  await writeFile(join(baseDir, 'api.sdl'), 'type Query { name(of: ID!): ID }');
  const gateway = await createGateway({
    baseDir,
    server: { port: 0 },
    upstreams: {
      slow: await upstreamOf('slow', slow),
      fast: await upstreamOf('fast', Promise.resolve()),
    },
  });
  const server = await gateway.listen();
  closeLater(async () => {
    await server.close();
    await gateway.close();
    await rm(baseDir, { recursive: true });
  });
  return server.port;
}

it('answers 200 parallel calls while 200 others wait for a slow API', async () => {
  let letGo = (): void => {};
  const port = await serveBoth(new Promise((resolve) => (letGo = resolve)));
  const textOf = async (tool: string, of: string): Promise<string> => {
    const params = { name: tool, arguments: { of } };
    const call = { jsonrpc: '2.0', id: of, method: 'tools/call', params };
    const { json } = await post((path, init) => sendTo(port, path, init), call);
    const { id, result } = json as {
      readonly id: string;
      readonly result: { readonly content: readonly [{ readonly text: string }] };
    };
    return `${id} ${result.content[0].text}`;
  };
  const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  const answers = (count: number) =>
    namesOf(count).map((name) => `${name} {"data":{"name":"${name}"}}`);
  const waiting = Promise.all(namesOf(200).map((name) => textOf('slow', name)));
  expect(await Promise.all(namesOf(200).map((name) => textOf('fast', name)))).toEqual(answers(200));
  letGo();
  expect(await waiting).toEqual(answers(200));
});
