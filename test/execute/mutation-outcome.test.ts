import { buildSchema, GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { classifications } from '../../src/core/classification.ts';
import type { ExecutionOutcome, Executor } from '../../src/core/call.ts';
import { createCustomExecutor } from '../../src/execute/custom-executor.ts';
import { createInProcessExecutor } from '../../src/execute/in-process.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import { answering, startFaultServer } from '../support/fault-server.ts';
import { callContext, testExecutor, toolFixture } from '../support/tool-fixture.ts';

const mutation = toolFixture('mutation Rate { film { title } }');
const mayHaveRun =
  'Next: It may have taken effect: check before calling again, and never repeat it blindly.';
const mapper = createResultMapper({
  maxResultBytes: 100_000,
  keepExtensions: [],
  validateOutput: 'enforce',
});

/** Calls the mutation; returns the text that the agent reads. */
async function call(executor: Executor): Promise<string> {
  const outcome = await executor.execute({ tool: mutation, variables: {} }, callContext());
  const [first] = mapper.fromOutcome(mutation, outcome).content;
  return first?.type === 'text' ? first.text : '';
}

const json = { 'content-type': 'application/json' };
const bodies = [
  ['an empty body', {}, ''],
  ['HTML', { 'content-type': 'text/html' }, '<h1>Oops</h1>'],
  ['half of the JSON', json, '{"data":{"film":'],
  ['JSON with a message', json, '{"message":"no"}'],
  ['an empty object', json, '{}'],
  ['data that is null', json, '{"data":null}'],
  ['an unknown compression', { ...json, 'content-encoding': 'zip' }, 'PK'],
  ['damaged compression', { ...json, 'content-encoding': 'gzip' }, 'no gzip'],
] as const;
const waits = [{}, { 'retry-after': '1' }];
const unknown = [
  200, 201, 202, 302, 303, 304, 408, 499, 500, 501, 502, 503, 504, 505, 507, 520, 524,
];
const refused = [
  301, 307, 308, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 423, 425, 429, 431,
];

describe('a mutation without a GraphQL response', () => {
  it.each(unknown)('may have run after HTTP status %i, whatever the body', async (status) => {
    for (const [, headers, body] of bodies) {
      for (const wait of waits) {
        const server = await startFaultServer(answering(status, { ...headers, ...wait }, body));
        const executor = testExecutor({ endpoint: `${server.origin}/graphql` });
        expect(await call(executor)).toContain(mayHaveRun);
        expect(server.seen.mutations).toBe(1);
      }
    }
  });

  it.each(refused)('has not run after HTTP status %i', async (status) => {
    for (const [, headers, body] of bodies.slice(0, 6)) {
      const server = await startFaultServer(answering(status, headers, body));
      const executor = testExecutor({ endpoint: `${server.origin}/graphql` });
      expect(await call(executor)).not.toContain(mayHaveRun);
    }
  });

  it.each(['SERVICE_UNAVAILABLE', 'TIMEOUT'])(
    'may have run after null data with an error of code %s',
    async (code) => {
      const body = JSON.stringify({
        data: { film: null },
        errors: [{ message: 'Later.', path: ['film'], extensions: { code } }],
      });
      for (const wait of waits) {
        const server = await startFaultServer(answering(200, { ...json, ...wait }, body));
        const executor = testExecutor({ endpoint: `${server.origin}/graphql` });
        expect(await call(executor)).toContain(mayHaveRun);
      }
    },
  );
});

function custom(run: () => Promise<ExecutionOutcome>): Executor {
  const executor = { execute: run, close: async () => undefined };
  return createCustomExecutor({
    executor,
    timeoutMs: 60_000,
    environment: new Map(),
    reportBug: () => 'r1',
  });
}

const refusing = [
  'NOT_FOUND',
  'BAD_REQUEST',
  'CONFLICT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
];

describe('a mutation of an embedded executor', () => {
  it('may have run if the executor throws, or returns no outcome', async () => {
    const throws = custom(() => Promise.reject(new Error('lost')));
    expect(await call(throws)).toContain(mayHaveRun);
    const wrong = custom(() => Promise.resolve({} as ExecutionOutcome));
    expect(await call(wrong)).toContain(mayHaveRun);
  });

  it.each(classifications)('is judged by its failure %s', async (classification) => {
    const failing = custom(async () => ({
      kind: 'failure',
      classification,
      message: 'Failed.',
      retryAfterSeconds: 1,
    }));
    const mayRun = !refusing.includes(classification);
    expect((await call(failing)).includes(mayHaveRun)).toBe(mayRun);
  });

  it('keeps the advice of a failure', async () => {
    const failing = custom(async () => ({
      kind: 'failure',
      classification: 'UNAVAILABLE',
      message: 'Failed.',
      advice: 'Nothing was sent; call again.',
    }));
    expect(await call(failing)).toContain('Next: Nothing was sent; call again.');
  });
});

describe('a mutation that is executed in process', () => {
  const schema = buildSchema(
    'type Query { a: Int } type Mutation { film: Film } type Film { title: String }',
  );

  it('may have run if the execution fails', async () => {
    const rootValue = {
      film() {
        throw new GraphQLError('x', { extensions: { code: 'SERVICE_UNAVAILABLE' } });
      },
    };
    expect(await call(createInProcessExecutor({ schema, rootValue }))).toContain(mayHaveRun);
  });

  it('has not run if there is no context', async () => {
    const contextOf = () => {
      throw new Error('no session');
    };
    expect(await call(createInProcessExecutor({ schema, contextOf }))).not.toContain(mayHaveRun);
  });
});
