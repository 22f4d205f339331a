import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servedUrl, startCli, type CliProcess } from '../support/processes.ts';
import { closeLater, listen } from '../support/servers.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restart-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A slow API, and the calls that it received. */
interface SlowApi {
  readonly port: number;
  /** Ids of the calls that it received. */
  readonly seen: Set<string>;
  readonly sockets: Set<Socket>;
}

async function serveSlowApi(): Promise<SlowApi> {
  const seen = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    void textOf(incoming).then((text) => {
      const { id } = (JSON.parse(text) as { readonly variables: { readonly id: string } })
        .variables;
      seen.add(id);
      const answer = () => {
        response.setHeader('content-type', 'application/graphql-response+json');
        response.end(JSON.stringify({ data: { echo: id } }));
      };
      setTimeout(answer, (seen.size % 5) * 40);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port, seen, sockets };
}

/** Serves one tool of the API by the command line. */
async function startGateway({ port }: SlowApi, flags: readonly string[]): Promise<CliProcess> {
  await writeFile(join(folder, 'schema.graphql'), 'type Query { echo(id: ID!): ID }');
  await writeFile(join(folder, 'echo.graphql'), 'query echo($id: ID!) { echo(id: $id) }');
  const config = {
    endpoint: `http://127.0.0.1:${port}/graphql`,
    schema: 'schema.graphql',
    operations: 'echo.graphql',
    server: { port: 0 },
  };
  await writeFile(join(folder, 'gateway.json'), JSON.stringify(config));
  return startCli(['serve', '--config', folder, '--log-level', 'silent', ...flags]);
}

interface Called {
  readonly id: string;
  /** Text of the answer, or the code of the error. */
  readonly answer: string;
}

/** Clients that call one after the other, until they are stopped or the port is closed. */
class Clients {
  readonly calls: Called[] = [];
  readonly #url: string;
  readonly #name: string;
  readonly #agent: Agent | false;
  readonly #done: Promise<unknown>;
  #stopped = false;
  #next = 0;
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  constructor(url: string, name: string, agent: Agent | false) {
    this.#url = url;
    this.#name = name;
    this.#agent = agent;
    this.#done = Promise.all(Array.from({ length: 4 }, () => this.#run()));
  }

  /** Resolves when so many more calls are done. */
  more(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { count: this.calls.length + count, resolve };
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const id = `${this.#name} ${(this.#next += 1)}`;
      const answer = await this.#call(id).catch((error: NodeJS.ErrnoException) => `${error.code}`);
      this.calls.push({ id, answer });
      if (answer === 'ECONNREFUSED') return;
      if (this.calls.length >= (this.#waiting?.count ?? Infinity)) this.#waiting?.resolve();
    }
  }

  #call(id: string): Promise<string> {
    const call = { name: 'echo', arguments: { id } };
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const options = { method: 'POST', headers, agent: this.#agent };
      request(this.#url, options, (response) => {
        textOf(response).then(resolve, reject);
      })
        .on('error', reject)
        .end(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call }));
    });
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function wholeAnswerTo(id: string): string {
  const text = JSON.stringify({ data: { echo: id } });
  return JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
}

/** Calls that the API received, but that got no complete answer. */
function lost(calls: readonly Called[], { seen }: SlowApi): readonly Called[] {
  return calls.filter(({ id, answer }) => seen.has(id) && answer !== wholeAnswerTo(id));
}

/** Distinct errors in place of answers. */
function refusals(calls: readonly Called[]): readonly string[] {
  const answers = calls.filter(({ id, answer }) => answer !== wholeAnswerTo(id));
  return [...new Set(answers.map(({ answer }) => answer))];
}

// ends what hangs: four processes start one after the other under load
const timeout = 300_000;

describe('a gateway under the load of many clients', { timeout }, () => {
  it('answers every accepted call when it is stopped', async () => {
    const api = await serveSlowApi();
    const gateway = await startGateway(api, []);
    const url = await servedUrl(gateway);
    const fresh = new Clients(url, 'fresh', false);
    const kept = new Clients(url, 'kept', new Agent({ keepAlive: true }));
    await Promise.all([fresh.more(60), kept.more(60)]);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
    await Promise.all([fresh.stop(), kept.stop()]);
    const calls = [...fresh.calls, ...kept.calls];
    expect(lost(calls, api)).toEqual([]);
    // connections that are closed before the request is read
    const refused = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
    expect(refused).toEqual(expect.arrayContaining([...refusals(calls)]));
  });

  it('answers every call while its workers are replaced', async () => {
    const api = await serveSlowApi();
    const gateway = await startGateway(api, ['--workers', '2']);
    const url = await servedUrl(gateway);
    const fresh = new Clients(url, 'fresh', false);
    const kept = new Clients(url, 'kept', new Agent({ keepAlive: true }));
    await Promise.all([fresh.more(60), kept.more(60)]);
    // the old workers close their connections when they exit
    const left = [...api.sockets].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    gateway.child.kill('SIGHUP');
    await Promise.all(left);
    await Promise.all([fresh.more(30), kept.more(30)]);
    await Promise.all([fresh.stop(), kept.stop()]);
    expect(lost([...fresh.calls, ...kept.calls], api)).toEqual([]);
    // a worker listens at all times: only an idle connection can be closed during a request
    expect(refusals(fresh.calls)).toEqual([]);
    expect(['ECONNRESET', 'EPIPE']).toEqual(expect.arrayContaining([...refusals(kept.calls)]));
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
  });
});
