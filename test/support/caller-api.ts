import { createSchema, createYoga } from 'graphql-yoga';
import { serve } from './servers.ts';

export const callerSdl = /* GraphQL */ `
  type Query {
    "The caller, as the API sees it."
    me(note: String): Me!
  }
  type Me {
    id: String!
    secret: String!
    note: String
  }
`;

/** Tells callers apart by the headers of a request; undefined for nobody. */
export type Identify = (headers: Headers) => string | undefined | Promise<string | undefined>;

/** Serves an API that answers what belongs to the caller of the request, and nothing without one. */
export async function serveByCaller(identify: Identify): Promise<string> {
  const me = async (
    _: unknown,
    { note }: { readonly note?: string },
    { request }: { readonly request: Request },
  ) => {
    const id = await identify(request.headers);
    // answers overlap, and later requests overtake earlier ones
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
    if (id === undefined) throw new Error('Sign in first.');
    return { id, secret: `secret of ${id}`, note };
  };
  const schema = createSchema({ typeDefs: callerSdl, resolvers: { Query: { me } } });
  const yoga = createYoga({ schema, logging: false, maskedErrors: false });
  return serve((request, response) => void yoga(request, response));
}
