/** The gateway answering in process: an executable schema with one field that costs nothing. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import { createGateway } from '../../src/gateway/create-gateway.ts';

const schema = makeExecutableSchema({
  typeDefs: 'type Query { version: String! }',
  resolvers: { Query: { version: () => '1.0.0' } },
});
const gateway = await createGateway({
  schema,
  inlineOperations: ['query version { version }'],
  server: { port: 0 },
});
const { url } = await gateway.listen();
process.stdout.write(`listening on ${url}\n`);
