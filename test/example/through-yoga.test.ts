import { createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { type ToolResult, anonymous, noHeaders, type Caller } from '../../src/core/call.ts';
import { createFilmApi } from '../../src/example/film-api.ts';
import { ada, guest } from './film-calls.ts';
import { exampleCalls, openExample } from '../support/example-gateway.ts';
import { serve } from '../support/servers.ts';

const callers = new Map<string | undefined, Caller>([
  [undefined, anonymous],
  ['demo-token', ada],
  ['guest-token', guest],
]);

/** The film API behind a real server; who calls stands in a header, as behind most gateways. */
async function serveFilmApi(): Promise<string> {
  const { schema, contextOf } = createFilmApi();
  const signal = new AbortController().signal;
  const yoga = createYoga({
    schema,
    maskedErrors: false,
    context: ({ request }) => {
      const token = request.headers.get('x-demo-caller') ?? undefined;
      const caller = callers.get(token) ?? anonymous;
      return contextOf({ caller, headers: noHeaders, signal });
    },
  });
  return serve((request, response) => void yoga(request, response));
}

describe('the example through GraphQL Yoga', () => {
  it('returns the same structured content as in process, byte for byte', async () => {
    const inProcess = await openExample();
    const endpoint = await serveFilmApi();
    const gateways = new Map(
      await Promise.all(
        [...callers.keys()].map(
          async (token) => [token, await openThrough(endpoint, token)] as const,
        ),
      ),
    );
    for (const { tool, args, token } of exampleCalls) {
      const caller = callers.get(token) ?? anonymous;
      const here = await inProcess.call(tool, args, { caller });
      const there = await gateways.get(token)?.call(tool, args, { caller });
      expect(there && asInProcess(there), `${tool} ${JSON.stringify(args)}`).toEqual(here);
    }
  });
});

/** Behind an API it is the gateway that signs in, so what comes next is its operator's affair. */
function asInProcess({ content, ...result }: ToolResult): ToolResult {
  const ofOperator =
    'Do not retry; tell the user that the API rejects the gateway’s credentials, which the operator of the gateway has to correct.';
  const ofUser = 'Ask the user to sign in; do not retry before that.';
  return {
    ...result,
    content: content.map((block) =>
      block.type === 'text' ? { ...block, text: block.text.replace(ofOperator, ofUser) } : block,
    ),
  };
}

function openThrough(endpoint: string, token: string | undefined) {
  return openExample(endpoint, { headers: token ? [`x-demo-caller: ${token}`] : [] });
}
