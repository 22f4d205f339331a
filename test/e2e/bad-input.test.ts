import { describe, expect, it } from 'vitest';
import { openExample } from '../support/example-gateway.ts';

const url = 'http://127.0.0.1:4000/mcp';

async function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  const { app } = await openExample();
  const request = new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: '127.0.0.1:4000', ...headers },
    body,
  });
  const response = await app.fetch(request);
  return { status: response.status, body: JSON.parse(await response.text()) as unknown };
}

function call(name: unknown, args?: unknown): string {
  const params = args === undefined ? { name } : { name, arguments: args };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

/** What a model reads of a refused call. */
async function refusal(name: string, args?: unknown): Promise<unknown> {
  const { app } = await openExample();
  const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
  const response = await app.fetch(
    new Request(url, { method: 'POST', headers, body: call(name, args) }),
  );
  const { result } = (await response.json()) as {
    readonly result: { isError: boolean; content: { text: string }[]; structuredContent: unknown };
  };
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toEqual(JSON.parse(result.content[1]?.text ?? ''));
  return result.content[0]?.text;
}

describe('a call with wrong arguments', () => {
  it.each([
    [
      'an unknown name',
      'recommendMoviesForMood',
      { mood: 'COMFORT', excludeWatch: true },
      'GraphQL operation failed: BAD_REQUEST in argument excludeWatch: Unknown name. Valid names: mood, excludeWatched. Did you mean "excludeWatched"? Next: Fix the input and call again.',
    ],
    [
      'a value of the wrong type',
      'recommendMoviesForMood',
      { mood: 'COMFORT', excludeWatched: 'yes' },
      'GraphQL operation failed: BAD_REQUEST in argument excludeWatched: Expected true or false, received "yes". Next: Fix the input and call again.',
    ],
    [
      'a missing name',
      'summarizeMovieReviews',
      {},
      'GraphQL operation failed: BAD_REQUEST in argument movieId: Required but missing. Expected an id (text). Next: Fix the input and call again.',
    ],
    [
      'no arguments, though some are required',
      'summarizeMovieReviews',
      undefined,
      'GraphQL operation failed: BAD_REQUEST in argument movieId: Required but missing. Expected an id (text). Next: Fix the input and call again.',
    ],
    [
      'a misspelt enum value',
      'recommendMoviesForMood',
      { mood: 'COMFROT' },
      'GraphQL operation failed: BAD_REQUEST in argument mood: Expected one of COMFORT, ADVENTURE, ROMANCE, HORROR, THOUGHTFUL, COMEDY, received "COMFROT". Did you mean "COMFORT"? Next: Fix the input and call again.',
    ],
    [
      'both members of a @oneOf',
      'addToWatchlist',
      { subject: { movieId: 'm1', tvShowId: 's1' } },
      'GraphQL operation failed: BAD_REQUEST in argument subject: Expected exactly one of movieId, tvShowId, received movieId and tvShowId. Next: Fix the input and call again.',
    ],
  ])('is refused: %s', async (_, tool, args, text) => {
    expect(await refusal(tool, args)).toBe(text);
  });

  it('is rejected without lone surrogates, even if a name contains one', async () => {
    const { app } = await openExample();
    const body = call('summarizeMovieReviews', { 'movieId\ud83d': 'm1', movieId: 'm1' });
    expect(body).toContain('\\ud83d');
    const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const response = await app.fetch(new Request(url, { method: 'POST', headers, body }));
    const text = await response.text();
    expect(text).toContain('BAD_REQUEST in argument [\\"movieId\ufffd\\"]: Unknown name.');
    expect(text).not.toMatch(/\\ud83d/i);
  });

  it('is answered as with {} if no arguments are sent or required', async () => {
    const without = await post(call('listCollections'));
    expect(without).toEqual(await post(call('listCollections', {})));
    expect(without.status).toBe(200);
  });
});

describe('a call of an unknown tool', () => {
  it.each(['constructor', '__proto__', 'toString'])('is rejected for %s', async (name) => {
    expect(await post(call(name, {}))).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, error: { code: -32602 } },
    });
  });

  it('is answered with the name of a similar tool', async () => {
    expect(await post(call('serchTitles', {}))).toEqual({
      status: 200,
      body: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32602, message: 'Unknown tool: serchTitles. Did you mean "searchTitles"?' },
      },
    });
  });
});

describe('a malformed request', () => {
  it('is answered with -32700 if it is not JSON', async () => {
    expect(await post('{oops')).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    // without a comma; the words are those of the JavaScript engine
    const place = expect.stringMatching(/^Parse error: .* JSON at position 17\b/) as string;
    expect(await post('{"jsonrpc":"2.0" "id":1}')).toMatchObject({
      body: { error: { message: place } },
    });
  });

  it('is answered with 413 if it is larger than a megabyte', async () => {
    const { status } = await post(call('searchTitles', { text: 'x'.repeat(2_000_000) }));
    expect(status).toBe(413);
  });

  it.each([
    ['Origin', { origin: 'https://evil.example' }],
    ['Host', { host: 'evil.example' }],
  ])('is 403 with a foreign %s', async (_, headers) => {
    const { status } = await post(call('listCollections'), headers);
    expect(status).toBe(403);
  });
});
