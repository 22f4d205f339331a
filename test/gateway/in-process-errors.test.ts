import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater } from '../support/servers.ts';

it('logs exceptions of the embedder’s code, and does not reveal them to agents', async () => {
  const logged: object[] = [];
  const gateway = await createGateway({
    schema: buildSchema('type Query { film: String }'),
    inlineOperations: ['query film { film }'],
    contextOf: () => {
      throw new Error('no database at db.internal');
    },
    log: { info() {}, warn() {}, error: (fields) => logged.push(fields) },
  });
  closeLater(() => gateway.close());
  const { structured, isError } = await gateway.call('film');
  expect(isError).toBe(true);
  expect(structured).not.toContain('database');
  expect(logged).toEqual([
    {
      reference: expect.any(String) as string,
      stack: expect.stringContaining('no database at db.internal') as string,
    },
  ]);
});
