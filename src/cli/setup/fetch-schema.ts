import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { GatewayError, type Diagnostic } from '../../core/diagnostic.ts';
import { exampleEndpoint, createSchemaClient } from '../../gateway/executor.ts';
import { introspect } from '../../load/introspection/introspect.ts';
import { schemaOfIntrospection } from '../../load/introspection/result.ts';
import type { CliContext } from '../command/command.ts';

/** Attempts if the API does not answer; a user is waiting. */
const attempts = 3;

/**
 * Fetches the schema of an endpoint; throws a `GatewayError` if that fails.
 *
 * @param argument the endpoint as the user typed it, for messages.
 */
export async function fetchSchema(
  upstream: ResolvedUpstream,
  { folder, env }: CliContext,
  argument?: string,
): Promise<GraphQLSchema> {
  const { endpoint = '', headers } = upstream;
  if (endpoint === exampleEndpoint) {
    const { createFilmApi } = await import('../../example/film-api.ts');
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
      const problem = withFlagHint(answer.problem, headers.size > 0);
      throw new GatewayError([nameByArgument(problem, endpoint, argument)]);
    }
    const result = schemaOfIntrospection(answer.json);
    if (!result.ok) throw new GatewayError(result.diagnostics);
    return result.schema;
  } finally {
    await client?.close();
  }
}

const byHand =
  'get the SDL from the provider of the API, save it as schema/schema.graphql, and write a gateway.yaml with "schema" and "endpoint".';

/** Replaces hints about the configuration, which does not exist yet. */
const flagHints: ReadonlyMap<string, string> = new Map([
  [
    'INTROSPECTION_UNAUTHORIZED',
    "Pass the credentials as --header 'Authorization: Bearer ${env:API_TOKEN}', in the form that the API requires; the variable keeps them out of the file.",
  ],
  ['INTROSPECTION_NOT_GRAPHQL', 'Pass the URL of the GraphQL API, not of a page about it.'],
  ['INTROSPECTION_UNREACHABLE', 'Check that the API is running and that this is its URL.'],
  ['INTROSPECTION_TIMEOUT', 'Check that the API is running, and retry.'],
  [
    'INTROSPECTION_STATUS',
    'Check that this is the URL of the GraphQL API, which often ends in /graphql, and that the API works.',
  ],
  ['INTROSPECTION_REDIRECTED', 'Pass the URL that it redirects to.'],
  [
    'INTROSPECTION_REFUSED',
    `Fix the error reported by the API, or set up the folder without init: ${byHand}`,
  ],
  ['INTROSPECTION_DISABLED', `Set up the folder without init: ${byHand}`],
  ['INTROSPECTION_TOO_LARGE', `Set up the folder without init: ${byHand}`],
]);

const wrongCredentials =
  'The API rejects the credentials of --header: check the value of the environment variable, the name of the header, and whether the API requires "Bearer" before the token.';

function withFlagHint(problem: Diagnostic, sendsHeaders: boolean): Diagnostic {
  return { ...problem, hint: hintOf(problem, sendsHeaders) };
}

function hintOf({ code, hint }: Diagnostic, sendsHeaders: boolean): string {
  if (hint.includes('`http.caFile`'))
    return 'Pass the file of the certificate authority as --ca-file.';
  if (code === 'INTROSPECTION_UNAUTHORIZED' && sendsHeaders) return wrongCredentials;
  return flagHints.get(code) ?? hint;
}

/** Names the endpoint as typed, without values of the environment, and without its query, which may contain a key. */
function nameByArgument(
  problem: Diagnostic,
  endpoint: string,
  argument: string | undefined,
): Diagnostic {
  const { origin } = new URL(endpoint);
  if (argument === undefined || !problem.message.startsWith(`${origin} `)) return problem;
  const address = argument.split(/[?#]/, 1)[0] ?? '';
  return { ...problem, message: `${address}${problem.message.slice(origin.length)}` };
}
