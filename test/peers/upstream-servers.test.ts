import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../src/core/tool.ts';
import type { HttpExecutorOptions } from '../../src/execute/http-executor.ts';
import { createResultMapper } from '../../src/result/tool-result.ts';
import { callTool, testExecutor, toolFixture } from '../support/tool-fixture.ts';
import { peers, startApollo } from './servers.ts';

const film = toolFixture('query Film($id: ID!) { film(id: $id) { title } }');
const mapper = createResultMapper({
  maxResultBytes: 100_000,
  keepExtensions: [],
  validateOutput: 'enforce',
});

const review = 'mutation Old($review: Review!) { review(review: $review) { title } }';

interface Seen {
  readonly isError: boolean;
  readonly data: unknown;
  /** Classification and path of each error. */
  readonly errors?: readonly string[];
}

async function call(
  options: HttpExecutorOptions,
  tool: Tool,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Seen> {
  const outcome = await callTool(testExecutor(options), tool, variables);
  const { structured, isError } = mapper.fromOutcome(tool, outcome);
  expect(structured).not.toMatch(/10\.0\.0\.7|127\.0\.0\.1|node_modules|stacktrace|\.ts:/);
  const { data, errors } = JSON.parse(structured) as {
    readonly data: unknown;
    readonly errors?: readonly {
      readonly classification: string;
      readonly path?: readonly string[];
    }[];
  };
  if (!errors) return { isError, data };
  return {
    isError,
    data,
    errors: errors.map(({ classification, path }) => [classification, ...(path ?? [])].join(' ')),
  };
}

describe.each(peers)('%s', (_name, start) => {
  it('answers a query', async () => {
    const endpoint = await start();
    expect(await call({ endpoint }, film, { id: '1' })).toEqual({
      isError: false,
      data: { film: { title: 'Alien' } },
    });
  });

  it('answers a query that is sent with GET', async () => {
    const endpoint = await start();
    expect(await call({ endpoint, http: { method: 'GET' } }, film, { id: '1' })).toEqual({
      isError: false,
      data: { film: { title: 'Alien' } },
    });
  });

  it('answers a mutation', async () => {
    const endpoint = await start();
    const tool = toolFixture(
      'mutation Rate($stars: Int!) { rate(id: "1", stars: $stars) { title } }',
    );
    expect(await call({ endpoint }, tool, { stars: 5 })).toEqual({
      isError: false,
      data: { rate: { title: 'Alien' } },
    });
    expect(await call({ endpoint }, tool, { stars: 6 })).toEqual({
      isError: true,
      data: { rate: null },
      errors: ['BAD_REQUEST rate'],
    });
  });

  it.each([
    ['a selected field', 'query Old { film(id: "1") { name } }', {}],
    ['an argument', 'query Old($key: ID!) { film(key: $key) { title } }', { key: '1' }],
    ['a type', 'query Old($n: String!) { count(n: $n) }', { n: '1' }],
    ['a required member', review, { review: { stars: 1 } }],
    ['an unknown member', review, { review: { text: 'x', stars: 1, by: 'ada' } }],
    ['a value of an enum', review, { review: { text: 'x', stars: 1, genre: 'HORROR' } }],
    ['null for a member', review, { review: { text: 'x', stars: null } }],
  ])(
    'is not blamed on the agent if it refuses %s of another version',
    async (_, document, given) => {
      const endpoint = await start();
      const { errors } = await call({ endpoint }, toolFixture(document), given);
      expect(new Set(errors)).toEqual(new Set(['UPSTREAM_MISMATCH']));
    },
  );

  it('returns partial data with errors', async () => {
    const endpoint = await start();
    const tool = toolFixture('query Film { film(id: "1") { title budget } }');
    const seen = {
      data: { film: { title: 'Alien', budget: null } },
      errors: ['FORBIDDEN film budget'],
    };
    expect(await call({ endpoint }, tool)).toEqual({ isError: true, ...seen });
    const accepting = { ...tool, partialResults: 'ACCEPT' } as const;
    expect(await call({ endpoint }, accepting)).toEqual({ isError: false, ...seen });
  });

  it.each([
    ['a missing object', 'query Q { film(id: "9") { title } }', { film: null }, 'NOT_FOUND film'],
    [
      'a field that requires sign-in',
      'query Q { secret }',
      { secret: null },
      'UNAUTHORIZED secret',
    ],
    ['a forbidden field', 'query Q { admin }', { admin: null }, 'FORBIDDEN admin'],
    ['a resolver that throws', 'query Q { crash }', { crash: null }, 'INTERNAL_ERROR crash'],
  ])('classifies the error of %s', async (_what, document, data, error) => {
    const endpoint = await start();
    expect(await call({ endpoint }, toolFixture(document))).toEqual({
      isError: true,
      data,
      errors: [error],
    });
  });

  it('classifies a value that only the API can check as BAD_REQUEST', async () => {
    const endpoint = await start();
    const tool = toolFixture('query Released($on: Day!) { released(on: $on) }');
    expect(
      await call({ endpoint }, tool, { on: '"; Field "x" is not defined by type "Y"' }),
    ).toEqual({
      isError: true,
      data: null,
      errors: ['BAD_REQUEST'],
    });
  });

  it.each([
    'query Q { nothing }',
    'query Q { film(id: "1", year: 1) { title } }',
    'query Q { film(id: "1") }',
  ])('classifies the invalid operation %s as UPSTREAM_MISMATCH', async (document) => {
    const endpoint = await start();
    expect(await call({ endpoint }, toolFixture(document))).toEqual({
      isError: true,
      data: null,
      errors: ['UPSTREAM_MISMATCH'],
    });
  });
});

describe('Apollo Server', () => {
  it('registers automatic persisted queries', async () => {
    const endpoint = await startApollo();
    const options = { endpoint, persisted: 'apq' } as const;
    const answer = { isError: false, data: { film: { title: 'Alien' } } };
    expect(await call(options, film, { id: '1' })).toEqual(answer);
    expect(await call({ ...options, http: { method: 'GET' } }, film, { id: '1' })).toEqual(answer);
  });

  it('is classified as UNAUTHORIZED if it answers with HTTP status 401', async () => {
    const endpoint = await startApollo(async () => {
      throw new GraphQLError('Who are you?', { extensions: { http: { status: 401 } } });
    });
    expect(await call({ endpoint }, film, { id: '1' })).toEqual({
      isError: true,
      data: null,
      errors: ['UNAUTHORIZED'],
    });
  });
});
