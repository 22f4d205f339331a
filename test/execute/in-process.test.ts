import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLError, GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/core/call.ts';
import { createInProcessExecutor } from '../../src/execute/in-process.ts';
import { callTool, known, toolFixture } from '../support/tool-fixture.ts';

const schema = makeExecutableSchema<CallContext>({
  typeDefs: `
    type Query { who: String slow: String never: String coded: String required: Int! add(a: Int!, b: Int = 1): Int }
    type Mutation { slow: String }`,
  resolvers: {
    Query: {
      who: (_, _args, { caller }) => caller.subject,
      slow: async () => 'done',
      never: () => new Promise(() => undefined),
      coded: () => {
        throw new GraphQLError('No such film', { extensions: { code: 'NOT_FOUND' } });
      },
      add: (_, { a, b }: { a: number; b: number }) => a + b,
    },
    Mutation: { slow: () => new Promise(() => undefined) },
  },
});

it('imports one copy of graphql', () => {
  expect(schema).toBeInstanceOf(GraphQLSchema);
});

describe('createInProcessExecutor', () => {
  const executor = createInProcessExecutor({ schema, timeoutMs: 60_000 });

  it('runs an operation with its variables', async () => {
    const tool = toolFixture('query Add($a: Int!, $b: Int) { add(a: $a, b: $b) }');
    expect(await callTool(executor, tool, { a: 2 })).toEqual({
      kind: 'response',
      body: { data: { add: 3 } },
    });
    expect(await callTool(executor, tool, { a: 2, b: 3 })).toEqual({
      kind: 'response',
      body: { data: { add: 5 } },
    });
  });

  it('waits for asynchronous resolvers', async () => {
    expect(await callTool(executor, toolFixture('query Q { slow }'))).toEqual({
      kind: 'response',
      body: { data: { slow: 'done' } },
    });
  });

  it('passes the call or the result of contextOf to the resolvers', async () => {
    const tool = toolFixture('query Q { who }');
    const context = { caller: known('ann') };
    expect(await callTool(executor, tool, {}, context)).toMatchObject({
      body: { data: { who: 'ann' } },
    });
    const made = createInProcessExecutor({
      schema,
      contextOf: async ({ caller }) => ({ caller: known(`${caller.subject}!`) }),
    });
    expect(await callTool(made, tool, {}, context)).toMatchObject({
      body: { data: { who: 'ann!' } },
    });
  });

  it('returns errors as a server would write them', async () => {
    expect(await callTool(executor, toolFixture('query Q { coded }'))).toEqual({
      kind: 'response',
      body: {
        data: { coded: null },
        errors: [{ message: 'No such film', path: ['coded'], extensions: { code: 'NOT_FOUND' } }],
      },
    });
  });

  it('returns errors without data for invalid variables', async () => {
    const outcome = await callTool(executor, toolFixture('query Add($a: Int!) { add(a: $a) }'), {
      a: 'x',
    });
    expect(outcome).toEqual({
      kind: 'response',
      body: {
        errors: [
          {
            // graphql 16 and 17 word it differently
            message: expect.stringMatching(
              /^Variable "\$a" .*Int cannot represent non-integer value: "x"$/,
            ),
          },
        ],
      },
    });
  });

  it('stops a call at its deadline', async () => {
    const tool = toolFixture('mutation Slow { slow }', { timeoutMs: 20 });
    expect(await callTool(executor, tool)).toEqual({
      kind: 'failure',
      classification: 'TIMEOUT',
      message: 'The GraphQL API did not respond within 20 milliseconds.',
      advice: 'It may have taken effect: check before calling again, and never repeat it blindly.',
    });
  });

  it('stops a call that is cancelled before or during it', async () => {
    const cancelled = {
      classification: 'UNAVAILABLE',
      message: 'The client cancelled the call.',
    };
    expect(
      await callTool(executor, toolFixture('query Q { who }'), {}, { signal: AbortSignal.abort() }),
    ).toMatchObject(cancelled);
    const client = new AbortController();
    const outcome = callTool(
      executor,
      toolFixture('query Q { never }'),
      {},
      { signal: client.signal },
    );
    client.abort();
    expect(await outcome).toMatchObject(cancelled);
  });

  it('stops its calls when it is closed', async () => {
    const own = createInProcessExecutor({ schema });
    const outcome = callTool(own, toolFixture('query Q { never }'));
    await own.close();
    expect(await outcome).toMatchObject({ message: 'The gateway is shutting down.' });
  });

  it('never rejects, not even if contextOf throws', async () => {
    const broken = createInProcessExecutor({
      schema,
      contextOf: () => {
        throw new Error('secret');
      },
    });
    expect(await callTool(broken, toolFixture('query Q { who }'))).toEqual({
      kind: 'failure',
      classification: 'INTERNAL_ERROR',
      message: 'The operation could not be executed.',
    });
  });

  it('adds bound variables', async () => {
    const tool = toolFixture('query Add($a: Int!) { add(a: $a) }', {
      bound: [{ variable: 'a', from: 'env', name: 'A', required: true, type: 'integer' }],
    });
    const own = createInProcessExecutor({ schema, environment: new Map([['A', '4']]) });
    expect(await callTool(own, tool)).toMatchObject({ body: { data: { add: 5 } } });
  });
});
