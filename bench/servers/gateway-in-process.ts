/** The gateway answering in process: an executable schema with one field that costs nothing. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { listen } from '../../src/serve/node.ts';

const schema = makeExecutableSchema({
  typeDefs: 'type Query { version: String! }',
  resolvers: { Query: { version: () => '1.0.0' } },
});
const gateway = await createGateway({
  schema,
  inlineOperations: ['query version { version }'],
});
const app = { fetch: (request: Request) => gateway.fetch(request), endStreams() {} };
const { url } = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 1_000 });
process.stdout.write(`listening on ${url}\n`);
