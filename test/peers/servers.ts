import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { makeExecutableSchema } from '@graphql-tools/schema';
import fastify from 'fastify';
import { GraphQLError, GraphQLScalarType, versionInfo } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';
import { closeLater, listen } from '../support/servers.ts';

/** One schema for all servers, with a field for every way of succeeding and failing. */
const schema = makeExecutableSchema({
  typeDefs: `
    type Film { id: ID! title: String! budget: String }
    type Query {
      film(id: ID!): Film
      secret: String
      admin: String
      crash: String
      count(n: Int!): Int
      released(on: Day!): Int
    }
    scalar Day
    enum Genre { SCIFI DRAMA }
    input Review { text: String!, stars: Int!, genre: Genre }
    type Mutation { rate(id: ID!, stars: Int!): Film, review(review: Review!): Film }`,
  resolvers: {
    Day: new GraphQLScalarType({
      name: 'Day',
      parseValue: (value) => {
        throw new GraphQLError(`Day cannot represent ${String(value)}.`);
      },
    }),
    Query: {
      film: (_: unknown, { id }: { id: string }) => {
        if (id === '1') return { id, title: 'Alien' };
        throw new GraphQLError(`No film has the id "${id}"`, { extensions: { code: 'NOT_FOUND' } });
      },
      secret: () => {
        throw new GraphQLError('Sign in first', { extensions: { code: 'UNAUTHENTICATED' } });
      },
      admin: () => {
        throw new GraphQLError('Admins only', { extensions: { code: 'FORBIDDEN' } });
      },
      crash: () => {
        throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
      },
      count: (_: unknown, { n }: { n: number }) => n,
    },
    Film: {
      budget: () => {
        throw new GraphQLError('Not for you', { extensions: { code: 'FORBIDDEN' } });
      },
    },
    Mutation: {
      rate: (_: unknown, { id, stars }: { id: string; stars: number }) => {
        if (stars <= 5) return { id, title: 'Alien' };
        throw new GraphQLError('stars must be at most 5', {
          extensions: { code: 'BAD_USER_INPUT' },
        });
      },
    },
  },
});

/** Starts a server; answers its endpoint. It is closed after the test. */
export type StartPeer = () => Promise<string>;

async function startYoga(): Promise<string> {
  const yoga = createYoga({ schema, logging: false });
  return startHttp((request, response) => void yoga(request, response));
}

async function startGraphqlHttp(): Promise<string> {
  const handle = createHandler({ schema });
  return startHttp((request, response) => void handle(request, response));
}

async function startHttp(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener);
  const port = await listen(server);
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/graphql`;
}

/** Starts an Apollo Server, which may refuse callers while it makes their context. */
export async function startApollo(
  context: () => Promise<object> = async () => ({}),
): Promise<string> {
  const server = new ApolloServer({ schema, includeStacktraceInErrorResponses: true });
  const listening = { port: 0, host: '127.0.0.1' };
  const { url } = await startStandaloneServer(server, { context, listen: listening });
  closeLater(() => server.stop());
  return url;
}

async function startMercurius(): Promise<string> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(mercurius, { schema });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closeLater(() => app.close());
  return `${url}/graphql`;
}

/** GraphQL servers by name. */
export const peers: readonly (readonly [name: string, start: StartPeer])[] = [
  ['GraphQL Yoga', startYoga],
  ['Apollo Server', () => startApollo()],
  // Mercurius runs with graphql 16 alone
  ...(versionInfo.major === 16 ? [['Mercurius', startMercurius] as const] : []),
  ['graphql-http', startGraphqlHttp],
];
