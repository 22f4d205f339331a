import { createServer as createHttp, request as httpRequest } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as undici from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../src/core/diagnostic.ts';
import { createHttpExecutor, type HttpExecutorOptions } from '../../src/execute/http-executor.ts';
import { createConnections } from '../../src/http/connections.ts';
import { explainNetworkError } from '../../src/http/network-errors.ts';
import { closeLater, listen, serveJson } from '../support/servers.ts';
import { callContext, toolFixture } from '../support/tool-fixture.ts';

const query = toolFixture('query Film { film { title } }');
const film = { data: { film: { title: 'Alien' } } };
const tls = join(import.meta.dirname, '..', 'fixtures', 'tls');

async function run(options: HttpExecutorOptions): Promise<unknown> {
  const executor = createHttpExecutor({ timeoutMs: 60_000, ...options });
  closeLater(() => executor.close());
  const outcome = await executor.execute({ tool: query, variables: {} }, callContext());
  return outcome.kind === 'response' ? outcome.body : outcome;
}

async function serveTls(): Promise<number> {
  const options = {
    key: readFileSync(join(tls, 'key.pem')),
    cert: readFileSync(join(tls, 'cert.pem')),
  };
  const server = createHttps(options, (request, response) => {
    request.resume();
    response.end(JSON.stringify(film));
  });
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** A forward proxy that notes what it is asked for; plain requests and tunnels. */
async function startProxy(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const onward = httpRequest(
      request.url ?? '',
      { method: request.method ?? '', headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
  });
  const port = await listen(server);
  closeLater(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}

describe('TLS', () => {
  it('rejects an untrusted certificate', async () => {
    const port = await serveTls();
    expect(await run({ endpoint: `https://localhost:${port}/graphql` })).toEqual({
      kind: 'failure',
      classification: 'UNAVAILABLE',
      message: 'The GraphQL API cannot be reached securely: its certificate is not trusted.',
      advice: 'Do not retry; tell the user that the operator of the gateway has to correct it.',
    });
  });

  it('accepts a certificate in the CA file', async () => {
    const port = await serveTls();
    const http = { caFile: join(tls, 'cert.pem') };
    expect(await run({ endpoint: `https://localhost:${port}/graphql`, http })).toEqual(film);
  });

  it('throws for a CA file that cannot be read', () => {
    const make = (): unknown =>
      createHttpExecutor({ endpoint: 'https://api.example/graphql', http: { caFile: 'no.pem' } });
    expect(make).toThrow(GatewayError);
    expect(make).toThrow('The certificates in "no.pem" cannot be read.');
  });

  it('throws for a CA file without a certificate', () => {
    const caFile = join(tls, 'key.pem');
    const make = (): unknown =>
      createHttpExecutor({ endpoint: 'https://api.example/graphql', http: { caFile } });
    expect(make).toThrow(`The file ${JSON.stringify(caFile)} contains no PEM certificate.`);
  });
});

describe('a proxy in the environment', () => {
  it('receives the requests', async () => {
    const { url } = await serveJson(() => film);
    const proxy = await startProxy();
    const environment = new Map([['HTTP_PROXY', proxy.url]]);
    expect(await run({ endpoint: url, environment })).toEqual(film);
    expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
  });

  it('tunnels TLS, and the certificate of the API is checked', async () => {
    const port = await serveTls();
    const proxy = await startProxy();
    const environment = new Map([['https_proxy', proxy.url]]);
    const endpoint = `https://localhost:${port}/graphql`;
    expect(await run({ endpoint, environment })).toMatchObject({
      message: 'The GraphQL API cannot be reached securely: its certificate is not trusted.',
    });
    expect(await run({ endpoint, environment, http: { caFile: join(tls, 'cert.pem') } })).toEqual(
      film,
    );
    expect(proxy.asked).toContain(`CONNECT localhost:${port}`);
  });

  it('is bypassed for hosts in NO_PROXY', async () => {
    const { url } = await serveJson(() => film);
    const proxy = await startProxy();
    const environment = new Map([
      ['HTTP_PROXY', proxy.url],
      ['NO_PROXY', 'localhost,127.0.0.1'],
    ]);
    expect(await run({ endpoint: url, environment })).toEqual(film);
    expect(proxy.asked).toEqual([]);
  });
});

describe('an unusable proxy in the environment', () => {
  const secret = 's3cretpw';
  it.each([
    'localhost:3128',
    'not a url',
    '::::',
    'http://[::1',
    'http://user:p%zz@proxy.example',
    `http://user:${secret}@proxy.corp:port`,
    `ftp://user:${secret}@proxy.example`,
  ])('is an error at start that does not contain its value: %s', (value) => {
    for (const name of ['HTTP_PROXY', 'http_proxy']) {
      const environment = new Map([[name, value]]);
      const make = (): unknown =>
        createHttpExecutor({ endpoint: 'http://a.example/', environment });
      expect(make).toThrow(
        new GatewayError([
          {
            code: 'PROXY_UNUSABLE',
            severity: 'error',
            message: `The environment variable ${name} is not the URL of a proxy.`,
            hint: 'Set it to a URL with a scheme (http, https or socks5), such as http://proxy.example:3128, and percent-encode special characters in the user name and the password.',
          },
        ]),
      );
    }
  });

  it('is ignored if it does not concern the endpoint', async () => {
    const environment = new Map([
      ['HTTPS_PROXY', 'not a url'],
      ['HTTP_PROXY', ''],
    ]);
    const { url } = await serveJson(() => film);
    expect(await run({ endpoint: url, environment })).toEqual(film);
  });

  it('is the one of HTTP if there is none for HTTPS', () => {
    const environment = new Map([['HTTP_PROXY', '::::']]);
    expect(() => createHttpExecutor({ endpoint: 'https://a.example/', environment })).toThrow(
      'The environment variable HTTP_PROXY is not the URL of a proxy.',
    );
  });
});

describe('connections that cannot be opened', () => {
  it('throw at first use, not from the timer, and are opened later', () => {
    vi.useFakeTimers();
    try {
      const failures = [1, 2];
      const connections = createConnections(
        { origin: 'http://a.example', maxConnections: 1, environment: new Map() },
        () => {
          if (failures.pop()) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
          return undici;
        },
      );
      vi.advanceTimersByTime(60_000);
      expect(failures).toEqual([1]);
      expect(() => connections.open()).toThrow('EMFILE');
      expect(connections.open()).toBeInstanceOf(undici.Pool);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are explained as too many open files', () => {
    const error = Object.assign(new Error('open'), { code: 'EMFILE' });
    expect(explainNetworkError(error)).toEqual({
      kind: 'exhausted',
      code: 'EMFILE',
      predicate: 'cannot be reached: the gateway has too many files and connections open',
      isTransient: true,
    });
  });
});

describe('the endpoint', () => {
  it('keeps its query string', async () => {
    const { url, seen } = await serveJson(() => film);
    await run({ endpoint: `${url}?tenant=a` });
    expect(seen[0]?.url).toBe('/graphql?tenant=a');
  });
});
