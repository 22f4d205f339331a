import {
  buildSchema,
  graphql,
  type GraphQLSchema,
  introspectionFromSchema,
  versionInfo,
} from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { GraphQLRequest } from '../../src/core/call.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { closeLater, serve } from '../support/servers.ts';

const sdl = `
  scalar Day
  enum Status { draft settled }
  input Order { customer: ID!, note: String, lines: [Line!], on: Day }
  input Line { sku: String!, amount: Int }
  type Product { sku: String!, weight: Float }
  type Query {
    products(status: Status, first: Int, name: String): [Product]
    product(sku: String!): Product
  }
  type Mutation { draft(order: Order!): Product }
`;

const operations = [
  'query products($status: Status, $first: Int, $name: String) { products(status: $status, first: $first, name: $name) { sku weight } }',
  'query product($sku: String!) { product(sku: $sku) { sku } }',
  'mutation draft($order: Order!) { draft(order: $order) { sku } }',
];

const rootValue = { products: [], product: { sku: 'A' }, draft: { sku: 'A' } };

/** Executes requests with graphql-js against a schema, including validation, as a server does. */
async function answer(schema: GraphQLSchema, { tool, variables }: GraphQLRequest) {
  const source = tool.operation.document;
  const result = await graphql({ schema, source, rootValue, variableValues: variables });
  return { kind: 'response', body: JSON.parse(JSON.stringify(result)) as object } as const;
}

/** A gateway compiled from the SDL, in front of an API with `schema`. */
async function open(schema: () => GraphQLSchema, requiresToken = false) {
  const { log, warnings } = keepingLog();
  const gateway = await createGateway({
    schema: buildSchema(sdl),
    inlineOperations: operations,
    executor: { execute: (request) => answer(schema(), request), close: async () => {} },
    ...(requiresToken && {
      auth: { required: true, tokens: [{ token: 'a-token-of-the-test', subject: 'ada' }] },
    }),
    log,
  });
  closeLater(() => gateway.close());
  return { gateway, warnings };
}

async function health(gateway: Gateway): Promise<unknown> {
  return (await gateway.fetch(new Request('http://127.0.0.1/health'))).json();
}

/** The words of the installed version of graphql-js. */
function words(of16: string, of17: string): string {
  return versionInfo.major === 16 ? of16 : of17;
}

/** A change of the API, a call that was valid before, and what is logged. */
const changes: readonly (readonly [
  change: string,
  before: string,
  after: string,
  tool: string,
  args: object,
  cause: string,
])[] = [
  [
    'drops a selected field',
    'weight: Float }',
    'size: Float }',
    'products',
    {},
    'Cannot query field "weight" on type "Product".',
  ],
  [
    'renames an argument',
    'product(sku:',
    'product(code:',
    'product',
    { sku: 'A' },
    'Unknown argument "sku" on field "Query.product".',
  ],
  [
    'adds a required argument',
    'product(sku: String!)',
    'product(sku: String!, shop: ID!)',
    'product',
    { sku: 'A' },
    words(
      'Field "product" argument "shop" of type "ID!" is required, but it was not provided.',
      'Argument "Query.product(shop:)" of type "ID!" is required, but it was not provided.',
    ),
  ],
  [
    'renames an enum value',
    'settled',
    'paid',
    'products',
    { status: 'settled' },
    'Value "settled" does not exist in "Status" enum',
  ],
  [
    'adds a required input field',
    'note: String',
    'note: String, channel: String!',
    'draft',
    { order: { customer: '1' } },
    words(
      'Field "channel" of required type "String!" was not provided',
      'Expected value of type "Order" to include required field "channel"',
    ),
  ],
  [
    'drops an input field',
    'note: String, ',
    '',
    'draft',
    { order: { customer: '1', note: 'n; Field "x" of required type' } },
    words(
      'Field "note" is not defined by type "Order"',
      'Expected value of type "Order" not to include unknown field "note"',
    ),
  ],
  [
    'requires an optional input field',
    'amount: Int',
    'amount: Int!',
    'draft',
    { order: { customer: '1', lines: [{ sku: 'A', amount: null }] } },
    words(
      'Expected non-nullable type "Int!" not to be null',
      'Expected value of non-null type "Int!" not to be null',
    ),
  ],
  [
    'changes the type of an input field',
    'amount: Int',
    'amount: Boolean',
    'draft',
    { order: { customer: '1', lines: [{ sku: 'A', amount: 2 }] } },
    'Boolean cannot represent',
  ],
  [
    'changes the type of an argument',
    'name: String',
    'name: Status',
    'products',
    { name: 'x' },
    'Variable "$name" of type "String" used in position expecting type "Status".',
  ],
];

describe('an API that changed under its gateway', () => {
  it.each(changes)('%s: is not blamed on the input', async (...change) => {
    const [, before, after, tool, args, cause] = change;
    const changed = buildSchema(sdl.replace(before, after));
    const { gateway, warnings } = await open(() => changed);
    for (let calls = 0; calls < 3; calls++) {
      const { isError, structured } = await gateway.call(tool, args);
      expect(isError).toBe(true);
      const { errors } = JSON.parse(structured) as {
        readonly errors: readonly { readonly classification: string }[];
      };
      expect(new Set(errors.map(({ classification }) => classification))).toEqual(
        new Set(['UPSTREAM_MISMATCH']),
      );
    }
    expect(warnings).toEqual([[{ tool, cause }, 'the tool does not match the API']]);
    expect(await health(gateway)).toMatchObject({
      status: 'degraded',
      mismatches: 3,
      mismatched: [tool],
    });
  });

  it('is still told apart from values that only the API can check', async () => {
    const strict = buildSchema(sdl);
    const day = strict.getType('Day');
    const parse = (value: unknown) => {
      throw new TypeError(`Day cannot represent ${String(value)}`);
    };
    Object.assign(day ?? {}, { parseValue: parse, coerceInputValue: parse });
    const { gateway } = await open(() => strict);
    const forged = '"; Field "x" of required type "Y!" was not provided.';
    for (const on of ['someday', forged]) {
      const { structured } = await gateway.call('draft', { order: { customer: '1', on } });
      expect(JSON.parse(structured)).toMatchObject({ errors: [{ classification: 'BAD_REQUEST' }] });
    }
    expect(await health(gateway)).toMatchObject({ status: 'ok' });
  });

  it('is healthy again after a call of the tool succeeded', async () => {
    let current = buildSchema(sdl.replace('weight: Float }', 'size: Float }'));
    const { gateway } = await open(() => current);
    await gateway.call('products', {});
    expect(await health(gateway)).toMatchObject({ mismatched: ['products'] });
    await gateway.call('product', { sku: 'A' });
    expect(await health(gateway)).toMatchObject({ mismatched: ['products'] });
    current = buildSchema(sdl);
    await gateway.call('products', {});
    expect(await health(gateway)).toEqual(
      expect.not.objectContaining({ mismatched: ['products'] }),
    );
    expect(await health(gateway)).toMatchObject({ status: 'ok', mismatches: 1 });
  });

  it('does not reveal the tools if all requests must authenticate', async () => {
    const changed = buildSchema(sdl.replace('weight: Float }', 'size: Float }'));
    const { gateway } = await open(() => changed, true);
    await gateway.call('products', {});
    expect(await health(gateway)).toEqual(
      expect.objectContaining({ status: 'degraded', mismatches: 1 }),
    );
    expect(await health(gateway)).not.toHaveProperty('mismatched');
  });
});

describe('an introspected API that changed', () => {
  it('is introspected once, a minute after the last time, and its tools are renewed', async () => {
    let api = buildSchema(sdl);
    let introspections = 0;
    const endpoint = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { query, variables } = JSON.parse(body) as {
          readonly query: string;
          readonly variables?: Readonly<Record<string, unknown>>;
        };
        const isIntrospection = query.includes('__schema');
        if (isIntrospection) introspections += 1;
        const result = isIntrospection
          ? { data: introspectionFromSchema(api) }
          : graphql({ schema: api, source: query, rootValue, variableValues: variables ?? {} });
        void Promise.resolve(result).then((answered) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify(answered));
        });
      });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { log, warnings } = keepingLog();
      const gateway = await createGateway({
        endpoint,
        introspection: { cacheFile: false },
        inlineOperations: operations,
        log,
      });
      closeLater(() => gateway.close());
      expect((await gateway.call('products', { status: 'settled' })).isError).toBe(false);
      api = buildSchema(sdl.replace('settled', 'paid').replace('note: String', 'note: Int'));
      for (let calls = 0; calls < 3; calls++) {
        await gateway.call('products', { status: 'settled' });
        await gateway.call('draft', { order: { customer: '1', note: 'n' } });
      }
      expect(await health(gateway)).toMatchObject({ mismatched: ['draft', 'products'] });
      expect([introspections, warnings.length]).toEqual([1, 2]);
      const reloaded = new Promise((resolve) => gateway.onReload(resolve));
      vi.advanceTimersByTime(60_000);
      expect(await reloaded).toMatchObject({ ok: true, changed: true });
      expect(introspections).toBe(2);
      expect(await health(gateway)).toMatchObject({ status: 'ok' });
      expect((await gateway.call('products', { status: 'paid' })).isError).toBe(false);
      vi.advanceTimersByTime(600_000);
      expect(introspections).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
