import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { GatewayError } from '../core/gateway-error.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import { exampleEndpoint } from '../gateway/create-executor.ts';
import { createSchemaDispatcher } from '../gateway/schema-dispatcher.ts';
import { introspect } from '../load/introspect.ts';
import { schemaOfIntrospection } from '../load/introspection-result.ts';
import type { CliContext } from './cli-context.ts';

/** Attempts at an API that does not answer; somebody is waiting for them. */
const attempts = 3;

/** Asks an endpoint for its schema; throws a `GatewayError` that says why there is none. */
export async function fetchSchema(
  upstream: ResolvedUpstream,
  { folder, env }: CliContext,
): Promise<GraphQLSchema> {
  const { endpoint = '', headers } = upstream;
  if (endpoint === exampleEndpoint) {
    const { createFilmApi } = await import('../example/film-api.ts');
    return createFilmApi().schema;
  }
  const dispatcher = createSchemaDispatcher(upstream, folder, env);
  try {
    const answer = await introspect({
      endpoint,
      headers,
      attempts,
      ...(dispatcher && { dispatcher }),
    });
    if (!answer.ok) throw new GatewayError([withFlags(answer.problem)]);
    const result = schemaOfIntrospection(answer.json);
    if (!result.ok) throw new GatewayError(result.diagnostics);
    return result.schema;
  } finally {
    await dispatcher?.destroy();
  }
}

/** What the hints about a configuration come to where there is none yet. */
const flagHints: ReadonlyMap<string, string> = new Map([
  [
    'INTROSPECTION_UNAUTHORIZED',
    "Give the credentials as --header 'Authorization: Bearer ${env:API_TOKEN}', in whatever form the API wants them; the variable keeps them out of the file.",
  ],
  ['INTROSPECTION_NOT_GRAPHQL', 'Give the address of the GraphQL API, not of a page about it.'],
]);

function withFlags(problem: Diagnostic): Diagnostic {
  const hint = problem.hint.includes('`http.caFile`')
    ? 'Name the file of the certificate authority by --ca-file.'
    : (flagHints.get(problem.code) ?? problem.hint);
  return { ...problem, hint };
}
