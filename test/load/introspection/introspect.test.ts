import { gzipSync } from 'node:zlib';
import { buildSchema, introspectionFromSchema, printSchema } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { schemaOfIntrospection } from '../../../src/load/introspection/result.ts';
import { introspect, type IntrospectRequest } from '../../../src/load/introspection/introspect.ts';
import { serve } from '../../support/servers.ts';
import { serveScript, type ScriptedAnswer } from '../loopback.ts';
import { lines } from '../sources-folder.ts';

const sdl = `"""The root."""
type Query {
  a(in: In, old: Int @deprecated(reason: "old")): At
}

scalar At @specifiedBy(url: "https://at.example")

input In @oneOf {
  b: Int
  c: Int
}`;

const data = introspectionFromSchema(buildSchema(sdl), { oneOf: true, specifiedByUrl: true });
const good: ScriptedAnswer = { body: JSON.stringify({ data }) };

function errors(...messages: readonly string[]): ScriptedAnswer {
  return {
    status: 400,
    body: JSON.stringify({ errors: messages.map((message) => ({ message })) }),
  };
}

async function ask(endpoint: string, more: Partial<IntrospectRequest> = {}) {
  const result = await introspect({
    endpoint,
    headers: new Map(),
    attempts: 3,
    backoffMs: 1,
    ...more,
  });
  if (!result.ok) return lines([result.problem])[0];
  const made = schemaOfIntrospection(result.json);
  return made.ok ? printSchema(made.schema) : lines(made.diagnostics)[0];
}

describe('introspect', () => {
  it('reads all features of a server that supports them', async () => {
    const yoga = createYoga({ schema: createSchema({ typeDefs: sdl }), logging: false });
    expect(await ask(await serve((request, response) => void yoga(request, response)))).toBe(sdl);
  });

  it('sends the configured headers and accepts compressed responses', async () => {
    const body = gzipSync(JSON.stringify({ data }));
    const { endpoint, seen } = await serveScript([
      { body, headers: { 'content-encoding': 'gzip' } },
    ]);
    expect(await ask(endpoint, { headers: new Map([['Authorization', 'Bearer t']]) })).toContain(
      'type Query',
    );
    expect(seen[0]).toMatchObject({
      url: '/graphql?key=s3cret',
      headers: { authorization: 'Bearer t', 'accept-encoding': 'gzip, deflate, br' },
    });
  });

  it('repeats the query without the features that the server rejects', async () => {
    const { endpoint, seen } = await serveScript([
      errors('Cannot query field "isOneOf" on type "__Type".'),
      errors(
        'Unknown argument "includeDeprecated" on field "__Type.inputFields".',
        'Cannot query field "specifiedByURL" on type "__Type".',
      ),
      good,
    ]);
    expect(await ask(endpoint)).toContain('type Query');
    const marks = ['isOneOf', 'specifiedByURL', 'args(includeDeprecated', 'isRepeatable'];
    expect(seen.map(({ query }) => marks.filter((mark) => query.includes(mark)))).toEqual([
      marks,
      marks.slice(1),
      ['isRepeatable'],
    ]);
  });

  it('repeats the query without optional features after vague errors, also with status 500', async () => {
    const vague = await serveScript([errors('Syntax'), good]);
    expect(await ask(vague.endpoint)).toContain('type Query');
    expect(vague.seen).toHaveLength(2);
    const odd = await serveScript([{ ...errors('no isOneOf'), status: 500 }, good]);
    expect(await ask(odd.endpoint)).toContain('type Query');
  });

  it('retries transient failures', async () => {
    const { endpoint, seen } = await serveScript(['hangUp', { status: 503, body: 'busy' }, good]);
    expect(await ask(endpoint)).toContain('type Query');
    expect(seen).toHaveLength(3);
  });

  it('follows redirects only within the origin', async () => {
    const inside = await serveScript([{ status: 308, headers: { location: '/graphql/' } }, good]);
    expect(await ask(inside.endpoint)).toContain('type Query');
    expect(inside.seen[1]?.url).toBe('/graphql/');
    const outside = await serveScript([
      { status: 307, headers: { location: 'http://other.example/' } },
    ]);
    expect(await ask(outside.endpoint)).toBe(
      `error INTROSPECTION_REDIRECTED: ${outside.origin} redirects to http://other.example/ (HTTP status 307). Set \`endpoint\` to the address it redirects to.`,
    );
    const round = await serveScript([{ status: 308, headers: { location: '/graphql' } }]);
    expect(await ask(round.endpoint)).toContain('INTROSPECTION_REDIRECTED');
    expect(round.seen).toHaveLength(4);
  });
});

describe('introspect reports the origin and a hint for', () => {
  const credentials =
    'Check `headers` (--header on the command line) and `introspection.headers`: the credentials are missing, wrong or expired.';
  it.each<[string, ScriptedAnswer | 'hangUp', string, number]>([
    [
      '401',
      { status: 401, body: '{"errors":[{"message":"no"}]}' },
      `INTROSPECTION_UNAUTHORIZED: ORIGIN refused introspection with HTTP status 401. ${credentials}`,
      1,
    ],
    [
      '403 with an HTML page',
      { status: 403, body: '<html>' },
      `INTROSPECTION_UNAUTHORIZED: ORIGIN refused introspection with HTTP status 403. ${credentials}`,
      1,
    ],
    [
      '404',
      { status: 404, body: 'nope' },
      'INTROSPECTION_STATUS: ORIGIN answered introspection with HTTP status 404. Set `endpoint` to the address of the GraphQL API.',
      1,
    ],
    [
      '500',
      { status: 500, body: '' },
      'INTROSPECTION_STATUS: ORIGIN answered introspection with HTTP status 500. Check the API, or set `schema` to an SDL file of the API.',
      3,
    ],
    [
      'an HTML page',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html>' },
      'INTROSPECTION_NOT_GRAPHQL: ORIGIN answered introspection with an HTML page. Set `endpoint` to the address of the GraphQL API, not of a page about it.',
      1,
    ],
    [
      'truncated JSON',
      { body: '{"data":' },
      'INTROSPECTION_NOT_GRAPHQL: ORIGIN answered introspection with no JSON. Set `endpoint` to the address of the GraphQL API, not of a page about it.',
      1,
    ],
    [
      'other JSON',
      { body: '{"ok":true}' },
      'INTROSPECTION_NOT_GRAPHQL: ORIGIN answered introspection with JSON without "data" or "errors". Set `endpoint` to the address of the GraphQL API, not of a page about it.',
      1,
    ],
    [
      'disabled introspection',
      errors(
        'GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type.',
      ),
      'INTROSPECTION_DISABLED: ORIGIN does not allow introspection. Get the SDL from the operator of the API, and set `schema` to its file.',
      1,
    ],
    [
      'permanent errors',
      errors('Who are\n\u001b[31myou?', 'No.'),
      'INTROSPECTION_REFUSED: ORIGIN answered introspection with errors: Who are [31myou?; No. Fix the error reported by the API, or set `schema` to an SDL file of the API.',
      2,
    ],
    [
      'a broken connection',
      'hangUp',
      'INTROSPECTION_UNREACHABLE: ORIGIN did not complete its response: the connection broke (UND_ERR_SOCKET). Check whether the API is running and `endpoint` is right, or set `schema` to an SDL file of the API.',
      3,
    ],
  ])('%s', async (_, answer, expected, requests) => {
    const { endpoint, origin, seen } = await serveScript([answer]);
    expect(await ask(endpoint)).toBe(`error ${expected.replace('ORIGIN', origin)}`);
    expect(seen).toHaveLength(requests);
  });

  it('a response that is too large', async () => {
    const url = await serve((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(await ask(url)).toBe(
      `error INTROSPECTION_TOO_LARGE: ${new URL(url).origin} answered introspection with more than 64 MiB. Set \`schema\` to an SDL file of the API.`,
    );
  });

  it('a refused connection', async () => {
    const free = 'http://127.0.0.1:1';
    expect(await ask(free, { attempts: 1 })).toBe(
      `error INTROSPECTION_UNREACHABLE: ${free} cannot be reached: it refuses connections (ECONNREFUSED). Check whether the API is running and \`endpoint\` is right, or set \`schema\` to an SDL file of the API.`,
    );
  });

  it('a server that does not respond in time', async () => {
    const { endpoint, origin, seen } = await serveScript(['silence']);
    const expected = `error INTROSPECTION_TIMEOUT: ${origin} did not answer introspection in time. Check whether the API is running, or set \`schema\` to an SDL file of the API.`;
    expect(await ask(endpoint, { requestMs: 500, attempts: 2 })).toBe(expected);
    expect(seen).toHaveLength(2);
    expect(await ask(endpoint, { deadlineMs: 1_500, attempts: 5 })).toBe(expected);
    expect(seen).toHaveLength(3);
    expect(await ask(endpoint, { signal: AbortSignal.abort() })).toBe(expected);
    expect(seen).toHaveLength(3);
  });
});
