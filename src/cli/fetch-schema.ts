import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import { exampleEndpoint, createSchemaClient } from '../gateway/executor.ts';
import { introspect } from '../load/introspection/introspect.ts';
import { schemaOfIntrospection } from '../load/introspection/result.ts';
import type { CliContext } from './cli-context.ts';

/** Attempts at an API that does not answer; somebody is waiting for them. */
const attempts = 3;

/**
 * Asks an endpoint for its schema; throws a `GatewayError` that says why there is none.
 *
 * `given` is the address as somebody typed it: what is wrong is named by it, path included.
 */
export async function fetchSchema(
  upstream: ResolvedUpstream,
  { folder, env }: CliContext,
  given?: string,
): Promise<GraphQLSchema> {
  const { endpoint = '', headers } = upstream;
  if (endpoint === exampleEndpoint) {
    const { createFilmApi } = await import('../example/film-api.ts');
    return createFilmApi().schema;
  }
  const client = createSchemaClient(upstream, folder, env);
  try {
    const answer = await introspect({
      endpoint,
      headers,
      attempts,
      client,
    });
    if (!answer.ok) {
      const problem = withFlags(answer.problem, headers.size > 0);
      throw new GatewayError([asGiven(problem, endpoint, given)]);
    }
    const result = schemaOfIntrospection(answer.json);
    if (!result.ok) throw new GatewayError(result.diagnostics);
    return result.schema;
  } finally {
    await client?.close();
  }
}

const byHand =
  'get the SDL from whoever runs the API, save it as schema/schema.graphql, and name it in a gateway.yaml by "schema", beside "endpoint".';

/** What the hints about a configuration come to where there is none yet. */
const flagHints: ReadonlyMap<string, string> = new Map([
  [
    'INTROSPECTION_UNAUTHORIZED',
    "Give the credentials as --header 'Authorization: Bearer ${env:API_TOKEN}', in whatever form the API wants them; the variable keeps them out of the file.",
  ],
  ['INTROSPECTION_NOT_GRAPHQL', 'Give the address of the GraphQL API, not of a page about it.'],
  ['INTROSPECTION_UNREACHABLE', 'Look whether the API is up, and whether this is its address.'],
  ['INTROSPECTION_TIMEOUT', 'Look whether the API is up, and try again.'],
  [
    'INTROSPECTION_STATUS',
    'Look whether this is the address of the GraphQL API, which often ends in /graphql, and whether the API is well.',
  ],
  ['INTROSPECTION_REDIRECTED', 'Give the address it redirects to.'],
  ['INTROSPECTION_REFUSED', `Mend what the API says. Or do without init: ${byHand}`],
  ['INTROSPECTION_DISABLED', `Do without init: ${byHand}`],
  ['INTROSPECTION_TOO_LARGE', `Do without init: ${byHand}`],
]);

const otherCredentials =
  'It does not take what --header sends: look at the value of the environment variable, at the name of the header, and whether the API wants "Bearer" before it.';

function withFlags(problem: Diagnostic, sendsHeaders: boolean): Diagnostic {
  return { ...problem, hint: hintOf(problem, sendsHeaders) };
}

function hintOf({ code, hint }: Diagnostic, sendsHeaders: boolean): string {
  if (hint.includes('`http.caFile`'))
    return 'Name the file of the certificate authority by --ca-file.';
  if (code === 'INTROSPECTION_UNAUTHORIZED' && sendsHeaders) return otherCredentials;
  return flagHints.get(code) ?? hint;
}

/** The address as typed has no values of the environment; a query may hold a key, and is left out. */
function asGiven(problem: Diagnostic, endpoint: string, given: string | undefined): Diagnostic {
  const { origin } = new URL(endpoint);
  if (given === undefined || !problem.message.startsWith(`${origin} `)) return problem;
  const address = given.replace(/[?#].*$/, '');
  return { ...problem, message: `${address}${problem.message.slice(origin.length)}` };
}
