/** The built gateway answering in process: an executable schema with one field that costs nothing. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import type * as Gateway from '../../src/gateway/create-gateway.ts';

// not from src/: what runs TypeScript gives every closure its name anew, an eighth of a small call
const built = new URL('../../dist/gateway/create-gateway.js', import.meta.url);
const { createGateway } = (await import(built.href)) as typeof Gateway;
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
