import { describe, expect, it } from 'vitest';
import { createAnswerScan } from '../../src/compile/scan/answer-scan.ts';
import type { Executor } from '../../src/core/call.ts';
import type { ObjectSchema } from '../../src/core/json-schema.ts';
import type { Tool } from '../../src/core/tool.ts';
import { createHttpExecutor, type HttpExecutorOptions } from '../../src/execute/http-executor.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import {
  answering,
  faults,
  goodBody,
  httpAnswer,
  startFaultServer,
  type Fault,
  type FaultServer,
} from '../support/fault-server.ts';
import { closeLater } from '../support/servers.ts';
import { callContext, toolFixture } from '../support/tool-fixture.ts';

const anything: ObjectSchema = { type: 'object', properties: {} };
const query = scanning(toolFixture('query Film { film { title } }'));
const mutation = scanning(toolFixture('mutation Rate { film { title } }'));

/** As compiled tools are: answers that surely fit are not parsed. */
function scanning(tool: Tool): Tool {
  return { ...tool, fitsAnswer: createAnswerScan(tool.outputSchema ?? anything) };
}

const mapper = createResultMapper({
  maxResultBytes: 100_000,
  keepExtensions: [],
  validateOutput: 'enforce',
});

const broke = 'The GraphQL API did not complete its response: the connection broke.';
const later = 'Retry later; tell the user if the problem persists.';
const mayHaveRun =
  'It may have taken effect: check before calling again, and never repeat it blindly.';
const operator = 'Do not retry; tell the user that the operator of the gateway has to correct it.';
const misfit = 'Do not retry; tell the user that the tool does not match the API.';
const narrower =
  'Use another tool, because this one has no arguments to narrow the result; or tell the user that the operator can raise limits.maxResultBytes.';
const html = { 'content-type': 'text/html' };
const text = { 'content-type': 'text/plain' };
const json = { 'content-type': 'application/json' };

interface Row {
  readonly fault: string;
  readonly server: Fault;
  /** Classification, message and next move of a query; `ok` when it succeeds. */
  readonly says: string;
  /** What a mutation says, where it differs. */
  readonly mutationSays?: string;
  /** How often the server got a query, or a connection where it does not read requests. */
  readonly sent: number;
  /** Deadline of the call in milliseconds, where the fault is that no answer comes. */
  readonly timeoutMs?: number;
  /** How often it got a mutation. */
  readonly mutationSent: number;
}

function row(fault: keyof typeof faults, rest: Omit<Row, 'fault' | 'server'>): Row {
  return { fault, server: faults[fault], ...rest };
}

function status(
  code: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  rest: Omit<Row, 'fault' | 'server'>,
): Row {
  const fault = `HTTP status ${code} with ${body.slice(0, 30) || 'no body'}`;
  return { fault, server: answering(code, headers, body), ...rest };
}

const connectionBreaks = {
  says: `UNAVAILABLE: ${broke} Next: ${later}`,
  mutationSays: `UNAVAILABLE: ${broke} Next: ${mayHaveRun}`,
  sent: 3,
  mutationSent: 1,
};
const tooLate = {
  says: 'TIMEOUT: The GraphQL API did not respond within 1 second. Next: Ask for less, or retry once later.',
  mutationSays: `TIMEOUT: The GraphQL API did not respond within 1 second. Next: ${mayHaveRun}`,
  timeoutMs: 1_000,
  sent: 1,
  mutationSent: 1,
};
const tooLarge = {
  says: `BAD_REQUEST: The response of the GraphQL API is larger than the limit of 400,000 bytes. Next: ${narrower}`,
  mutationSays: `BAD_REQUEST: The response of the GraphQL API is larger than the limit of 400,000 bytes. Next: ${mayHaveRun}`,
  sent: 1,
  mutationSent: 1,
};

function once(says: string): Omit<Row, 'fault' | 'server'> {
  return { says, sent: 1, mutationSent: 1 };
}

/** A failure that passes by itself: a query is tried again, a mutation is not. */
function passing(says: string): Omit<Row, 'fault' | 'server'> {
  return { says, sent: 3, mutationSent: 1 };
}

/** A failure after which it is unknown whether a mutation has taken effect. */
function uncertain(rest: Omit<Row, 'fault' | 'server'>): Omit<Row, 'fault' | 'server'> {
  return { ...rest, mutationSays: rest.says.replace(/Next: .*$/, `Next: ${mayHaveRun}`) };
}

function mismatch(what: string): Omit<Row, 'fault' | 'server'> {
  return uncertain(
    once(`UPSTREAM_MISMATCH: The GraphQL API answered with ${what}. Next: ${misfit}`),
  );
}

function redirected(code: number, how: string): Omit<Row, 'fault' | 'server'> {
  return once(
    `UPSTREAM_MISMATCH: The endpoint of the GraphQL API redirects ${how} (HTTP status ${code}). Next: Do not retry; tell the user that the operator of the gateway has to correct the endpoint.`,
  );
}

function httpStatus(code: number, classification: string, nextMove: string): string {
  return `${classification}: The GraphQL API answered with HTTP status ${code}. Next: ${nextMove}`;
}

const rows: readonly Row[] = [
  row('none', once('ok')),
  row('reset within the request', connectionBreaks),
  row('closed within the request', connectionBreaks),
  row('reset after the request', connectionBreaks),
  row('closed after the request', connectionBreaks),
  row('reset within the headers', connectionBreaks),
  row('reset after the headers', connectionBreaks),
  row('reset within the body', connectionBreaks),
  row('a length that is too long', connectionBreaks),
  row('no headers ever', tooLate),
  row('headers by drops', tooLate),
  row('no body ever', tooLate),
  row('a body by drops', tooLate),
  row('an endless body', tooLarge),
  row('a length beyond the limit', tooLarge),
  row('a compression that is none', once('ok')),
  row('a compression without a name', once('ok')),
  row('a gzip bomb', tooLarge),
  row('a length that is too short', mismatch('JSON that is malformed or incomplete')),
  row('half of the JSON', mismatch('JSON that is malformed or incomplete')),
  row(
    'damaged gzip',
    uncertain(
      once(
        `UPSTREAM_MISMATCH: The response body of the GraphQL API is incomplete or damaged. Next: ${misfit}`,
      ),
    ),
  ),
  row(
    'an unknown compression',
    uncertain(
      once(
        `UPSTREAM_MISMATCH: The response body of the GraphQL API uses an unknown compression. Next: ${misfit}`,
      ),
    ),
  ),
  row('something that is not HTTP', {
    ...once(
      `UPSTREAM_MISMATCH: The GraphQL API sent a response that is not HTTP. Next: ${operator}`,
    ),
    mutationSays: `UPSTREAM_MISMATCH: The GraphQL API sent a response that is not HTTP. Next: ${mayHaveRun}`,
  }),
  row('headers without end', {
    ...once(
      `UPSTREAM_MISMATCH: The GraphQL API sent response headers that are too large. Next: ${operator}`,
    ),
    mutationSays: `UPSTREAM_MISMATCH: The GraphQL API sent response headers that are too large. Next: ${mayHaveRun}`,
  }),
  status(
    200,
    html,
    '<!doctype html><p>Sign in</p>',
    mismatch('an HTML page instead of a GraphQL response'),
  ),
  status(200, json, '', mismatch('an empty body (HTTP status 200)')),
  status(204, {}, '', mismatch('an empty body (HTTP status 204)')),
  status(200, json, '[{"data":{}}]', mismatch('JSON that is not an object')),
  status(200, json, '{"ok":true}', mismatch('a JSON object that has neither data nor errors')),
  status(
    200,
    json,
    '{"message":"Hello"}',
    mismatch('a JSON object that has neither data nor errors: "Hello"'),
  ),
  status(200, text, 'pong', mismatch('a body that is not JSON')),
  status(
    200,
    { 'content-type': 'multipart/mixed' },
    '--x',
    mismatch('a multipart stream instead of one response'),
  ),
  status(200, text, goodBody, once('ok')),
  status(301, { location: '/v2' }, '', redirected(301, 'in a way that turns a POST into a GET')),
  status(
    302,
    { location: '/v2' },
    '',
    uncertain(redirected(302, 'in a way that turns a POST into a GET')),
  ),
  status(
    303,
    { location: '/v2' },
    '',
    uncertain(redirected(303, 'in a way that turns a POST into a GET')),
  ),
  status(
    304,
    { etag: '"1"' },
    '',
    uncertain(
      once(
        'UPSTREAM_MISMATCH: The endpoint of the GraphQL API answered "not modified" to a request without conditions (HTTP status 304). Next: Do not retry; tell the user that the operator of the API, or of a cache in front of it, has to correct that.',
      ),
    ),
  ),
  status(307, {}, '', redirected(307, 'without a valid location')),
  status(
    307,
    { location: 'https://elsewhere.example/v2' },
    '',
    redirected(307, 'to another origin, to which credentials must not be sent'),
  ),
  status(
    308,
    { location: '//elsewhere.example/v2' },
    '',
    redirected(308, 'to another origin, to which credentials must not be sent'),
  ),
  status(308, { location: '/v2' }, '', {
    ...redirected(308, 'repeatedly'),
    sent: 4,
    mutationSent: 4,
  }),
  status(
    400,
    text,
    'Must provide query',
    once(httpStatus(400, 'BAD_REQUEST', 'Fix the input and call again.')),
  ),
  status(
    401,
    html,
    '<p>Who are you?</p>',
    once(httpStatus(401, 'UNAUTHORIZED', 'Ask the user to sign in; do not retry before that.')),
  ),
  status(
    401,
    json,
    '{"message":"Bad credentials"}',
    once(
      'UNAUTHORIZED: The GraphQL API answered with HTTP status 401: "Bad credentials". Next: Ask the user to sign in; do not retry before that.',
    ),
  ),
  status(
    403,
    { ...json, 'retry-after': '60' },
    '{"message":"You have exceeded a secondary rate limit.","documentation_url":"https://docs.example"}',
    once(
      'RATE_LIMITED: The GraphQL API answered with HTTP status 403: "You have exceeded a secondary rate limit.". Next: Wait 60 seconds before retrying.',
    ),
  ),
  status(
    200,
    { ...json, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000060' },
    '{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded."}]}',
    once('RATE_LIMITED: "API rate limit exceeded." Next: Wait 60 seconds before retrying.'),
  ),
  status(
    400,
    {
      ...json,
      'x-ratelimit-requests-remaining': '0',
      'x-ratelimit-requests-reset': '1000090000',
    },
    '{"errors":[{"message":"Rate limit exceeded.","extensions":{"type":"ratelimited"}}]}',
    once('RATE_LIMITED: "Rate limit exceeded." Next: Wait 90 seconds before retrying.'),
  ),
  status(
    429,
    { 'x-contentful-ratelimit-reset': '7' },
    '',
    once(httpStatus(429, 'RATE_LIMITED', 'Wait 7 seconds before retrying.')),
  ),
  status(
    429,
    {
      'x-ratelimit-requests-remaining': '0',
      'x-ratelimit-requests-reset': '1000090000',
      'x-ratelimit-complexity-remaining': '0',
      'x-ratelimit-complexity-reset': '1000120000',
    },
    '',
    once(httpStatus(429, 'RATE_LIMITED', 'Wait 120 seconds before retrying.')),
  ),
  status(
    403,
    html,
    '<p>No</p>',
    once(httpStatus(403, 'FORBIDDEN', 'Stop; tell the user that this is not permitted.')),
  ),
  status(404, html, '<p>Not here</p>', once(httpStatus(404, 'UPSTREAM_MISMATCH', misfit))),
  status(
    413,
    text,
    'Too large',
    once(httpStatus(413, 'BAD_REQUEST', 'Fix the input and call again.')),
  ),
  status(
    429,
    { 'retry-after': '0' },
    '',
    passing(httpStatus(429, 'RATE_LIMITED', 'Wait 0 seconds before retrying.')),
  ),
  status(
    429,
    { 'retry-after': '30' },
    '',
    once(httpStatus(429, 'RATE_LIMITED', 'Wait 30 seconds before retrying.')),
  ),
  status(
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000060' },
    '',
    once(httpStatus(403, 'RATE_LIMITED', 'Wait 60 seconds before retrying.')),
  ),
  status(
    500,
    html,
    '<h1>Oops</h1>',
    uncertain(
      once(httpStatus(500, 'INTERNAL_ERROR', 'Do not retry; report the failure to the user.')),
    ),
  ),
  status(
    502,
    html,
    '<h1>Bad gateway</h1>',
    uncertain(passing(httpStatus(502, 'UNAVAILABLE', later))),
  ),
  status(
    503,
    text,
    'no healthy upstream',
    uncertain(passing(httpStatus(503, 'UNAVAILABLE', later))),
  ),
  status(
    503,
    { 'retry-after': 'Mon, 12 Jan 1970 13:47:10 GMT' },
    '',
    uncertain(once(httpStatus(503, 'UNAVAILABLE', 'Wait 30 seconds before retrying.'))),
  ),
  status(
    504,
    html,
    '<h1>Timeout</h1>',
    uncertain(passing(httpStatus(504, 'TIMEOUT', 'Ask for less, or retry once later.'))),
  ),
  status(
    408,
    html,
    '<h1>Timeout</h1>',
    uncertain(once(httpStatus(408, 'TIMEOUT', 'Ask for less, or retry once later.'))),
  ),
];

function executorFor(options: HttpExecutorOptions): Executor {
  const executor = createHttpExecutor({
    timeoutMs: 30_000,
    random: () => 0,
    now: () => 1_000_000_000,
    ...options,
    http: { maxResponseBytes: 1_000_000, ...options.http },
  });
  closeLater(() => executor.close());
  return executor;
}

/** Calls a tool; answers its result as the agent reads it. */
async function call(executor: Executor, tool: typeof query): Promise<string> {
  const outcome = await executor.execute({ tool, variables: {} }, callContext());
  const result = mapper.fromOutcome(tool, outcome);
  expect(tool.checkOutput(JSON.parse(result.structured))).toEqual([]);
  const [first] = result.content;
  const said = first?.type === 'text' ? first.text : '';
  return said === goodBody ? 'ok' : said.replace('GraphQL operation failed: ', '');
}

function optionsFor({ origin }: FaultServer, { timeoutMs = 30_000 }: Row): HttpExecutorOptions {
  return { endpoint: `${origin}/graphql`, timeoutMs };
}

function countOf({ seen }: FaultServer, { server }: Row): number {
  return server.onRequest ? seen.requests : seen.connections;
}

/** Anything that would tell where the API is. */
const address = /127\.0\.0\.1|localhost|\bport\b|:\d{4,5}\b|elsewhere/;

describe.each(rows)('an API fault: $fault', (row) => {
  it('maps to the expected result of a query', async () => {
    const server = await startFaultServer(row.server);
    const said = await call(executorFor(optionsFor(server, row)), query);
    expect(said).toBe(row.says);
    expect(said).not.toMatch(address);
    expect(countOf(server, row)).toBe(row.sent);
  });

  it('sends a mutation once, except after a redirect', async () => {
    const server = await startFaultServer(row.server);
    const said = await call(executorFor(optionsFor(server, row)), mutation);
    expect(said).toBe(row.mutationSays ?? row.says);
    expect(said).not.toMatch(address);
    expect(countOf(server, row)).toBe(row.mutationSent);
  });
});

describe('an unreachable API', () => {
  it.each(['reset', 'closed'] as const)(
    'executes nothing if the connection is %s on connect',
    async (how) => {
      const server = await startFaultServer({
        onConnect: (socket) => (how === 'reset' ? socket.resetAndDestroy() : socket.destroy()),
      });
      const executor = executorFor({ endpoint: `${server.origin}/graphql` });
      expect(await call(executor, query)).toBe(`UNAVAILABLE: ${broke} Next: ${later}`);
      // whether bytes were written before the reset arrived is for the network to decide
      expect(await call(executor, mutation)).toMatch(`UNAVAILABLE: ${broke} Next: `);
      expect(server.seen.requests).toBe(0);
    },
  );

  it('reports a refused connection', async () => {
    const gone = await startFaultServer(faults.none);
    await gone.close();
    const executor = executorFor({ endpoint: `${gone.origin}/graphql` });
    const said = `UNAVAILABLE: The GraphQL API cannot be reached: it refuses connections. Next: ${later}`;
    expect(await call(executor, query)).toBe(said);
    expect(await call(executor, mutation)).toBe(said);
  });

  it('reports a host name that does not resolve', async () => {
    const executor = executorFor({
      endpoint: 'http://no-such-host.invalid/graphql',
    });
    expect(await call(executor, query)).toBe(
      `UNAVAILABLE: The GraphQL API cannot be reached: its host name does not resolve. Next: ${later}`,
    );
  });

  it('reports a failed TLS handshake without retrying', async () => {
    const server = await startFaultServer({
      onConnect: (socket) => socket.once('data', () => socket.write('HTTP/1.1 400 x\r\n\r\n')),
    });
    const executor = executorFor({ endpoint: `https://127.0.0.1:${server.port}/graphql` });
    expect(await call(executor, query)).toBe(
      `UNAVAILABLE: The GraphQL API cannot be reached securely: the TLS handshake failed. Next: ${operator}`,
    );
    expect(server.seen.connections).toBe(1);
  });
});

describe('redirects', () => {
  it.each([307, 308])('follows status %i within the origin with method and body', async (code) => {
    const server = await startFaultServer({
      onRequest: (socket, _count, path) =>
        socket.write(
          path === '/v2?x=1'
            ? httpAnswer(200, json, goodBody)
            : httpAnswer(code, { location: '/v2?x=1' }),
        ),
    });
    const executor = executorFor({ endpoint: `${server.origin}/graphql` });
    expect(await call(executor, mutation)).toBe('ok');
    expect(server.seen).toMatchObject({ mutations: 2, paths: ['/graphql', '/v2?x=1'] });
  });

  it('sends nothing to another origin', async () => {
    const other = await startFaultServer(faults.none);
    const server = await startFaultServer(answering(307, { location: `${other.origin}/graphql` }));
    const executor = executorFor({
      endpoint: `${server.origin}/graphql`,
      headers: { 'x-key': '1' },
    });
    expect(await call(executor, query)).toMatch('redirects to another origin');
    expect(other.seen.connections).toBe(0);
  });
});
