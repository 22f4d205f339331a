import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createGateway } from '../../src/index.ts';

it('stops listening when the gateway is closed', async () => {
  const schema = buildSchema('type Query { film: String }');
  const inlineOperations = ['query film { film }'];
  const gateway = await createGateway({ schema, inlineOperations, server: { port: 0 } });
  const servers = [await gateway.listen(), await gateway.listen()];
  const health = servers.map(({ url }) => `${url}/health`);
  expect(await Promise.all(health.map(async (url) => (await fetch(url)).status))).toEqual([
    200, 200,
  ]);
  await gateway.close();
  for (const url of health) await expect(fetch(url)).rejects.toThrow('fetch failed');
});
