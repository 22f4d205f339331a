import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { ExecutionOutcome, Executor } from '../../src/core/call.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater } from '../support/servers.ts';

const sdl = 'type Query { film(id: ID!, tenant: ID): String } type Mutation { add: String }';
const ofTenant = '$tenant: ID! @mcpParam(fromClaim: "org")';

/** A gateway whose operations are executed by `execute`, and its logged errors. */
async function open(execute: Executor['execute']) {
  const errors: object[] = [];
  const gateway = await createGateway({
    schema: buildSchema(sdl),
    inlineOperations: [
      `query film($id: ID!, ${ofTenant}) { film(id: $id, tenant: $tenant) }`,
      'query anyFilm { film(id: "1") }',
      'mutation add { add }',
    ],
    timeoutMs: 20,
    executor: { execute, close: async () => {} },
    log: { info() {}, warn() {}, error: (fields) => errors.push(fields) },
  });
  closeLater(() => gateway.close());
  return { gateway, errors };
}

const failed = (text: string) => [{ type: 'text', text }, expect.anything()];

describe('a custom executor', () => {
  it('receives bound variables, which agents do not see', async () => {
    const { gateway } = await open(async ({ variables }) => ({
      kind: 'response',
      body: { data: { film: JSON.stringify(variables) } },
    }));
    const claims = new Map([['org', 'acme']]);
    const caller = { subject: 'ada', claims, scopes: [] };
    const { structured } = await gateway.call('film', { id: '1' }, { caller });
    expect(JSON.parse(structured)).toEqual({ data: { film: '{"id":"1","tenant":"acme"}' } });
    expect((await gateway.call('film', { id: '1' })).content).toEqual(
      failed(
        'GraphQL operation failed: UNAUTHORIZED: The tool requires a signed-in caller. Next: Ask the user to sign in; do not retry before that.',
      ),
    );
  });

  it('has its exceptions logged, and masked by a reference', async () => {
    const { gateway, errors } = await open(async () => {
      throw new Error('no route to 10.1.2.3');
    });
    const { content, isError } = await gateway.call('anyFilm');
    expect(errors).toEqual([
      { reference: expect.anything(), stack: expect.stringContaining('no route to 10.1.2.3') },
    ]);
    const [{ reference } = { reference: '' }] = errors as { reference: string }[];
    expect([content, isError]).toEqual([
      failed(
        `GraphQL operation failed: INTERNAL_ERROR: The operation could not be executed. Reference: ${reference}. Next: Do not retry; report the failure to the user.`,
      ),
      true,
    ]);
  });

  it.each([undefined, {}, { data: { film: 'a' } }, { kind: 'response' }, { kind: 'failure' }])(
    'is reported as faulty if it returns %j',
    async (outcome) => {
      const { gateway, errors } = await open(async () => outcome as ExecutionOutcome);
      expect((await gateway.call('anyFilm')).isError).toBe(true);
      expect(JSON.stringify(errors)).toContain('The executor returned neither { kind:');
    },
  );

  it('gets an aborted signal at the deadline', async () => {
    const aborted: boolean[] = [];
    const { gateway, errors } = await open(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(signal.aborted);
            reject(new Error('aborted'));
          });
        }),
    );
    const { content } = await gateway.call('add');
    expect([content, aborted, errors]).toEqual([
      failed(
        'GraphQL operation failed: TIMEOUT: The GraphQL API did not respond within 20 milliseconds. Next: It may have taken effect: check before calling again, and never repeat it blindly.',
      ),
      [true],
      [],
    ]);
  });

  it('reports in the health whether its API is down', async () => {
    const gateway = await createGateway({
      schema: buildSchema(sdl),
      inlineOperations: ['query anyFilm { film(id: "1") }'],
      executor: { execute: () => expect.unreachable(), isDown: () => true, close: async () => {} },
    });
    closeLater(() => gateway.close());
    const health = await gateway.fetch(new Request('http://127.0.0.1/health'));
    expect(await health.json()).toMatchObject({ status: 'degraded' });
  });

  it('is not called for a cancelled call', async () => {
    const { gateway } = await open(() => expect.unreachable());
    const { content } = await gateway.call('anyFilm', {}, { signal: AbortSignal.abort() });
    expect(content[0]).toMatchObject({ text: expect.stringContaining('cancelled') as unknown });
  });
});
