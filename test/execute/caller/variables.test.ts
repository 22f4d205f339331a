import { describe, expect, it } from 'vitest';
import type { BoundVariable } from '../../../src/core/tool.ts';
import { bindVariables } from '../../../src/execute/caller/variables.ts';
import { known, callContext, toolFixture } from '../../support/tool-fixture.ts';

const environment = new Map([
  ['REGION', 'eu'],
  ['LIMIT', '5'],
  ['EMPTY', ''],
]);

function bind(
  bound: Partial<BoundVariable>,
  rest: Parameters<typeof callContext>[0] = {},
  variables: Readonly<Record<string, unknown>> = { id: '1', v: 'from the agent' },
): unknown {
  const whole: BoundVariable = {
    variable: 'v',
    from: 'env',
    name: 'REGION',
    required: true,
    type: 'string',
    ...bound,
  };
  const tool = toolFixture('query Q { film { title } }', { bound: [whole] });
  return bindVariables({ tool, variables }, callContext(rest), environment);
}

function filled(value: unknown): unknown {
  return { kind: 'variables', variables: { id: '1', v: value } };
}

describe('bindVariables', () => {
  const claims = {
    org: { id: 'o1', 'unit.id': 'u1' },
    'https://acme.example/claims': { role: 'r' },
  };

  it.each([
    ['sub', 'ann'],
    ['org.id', 'o1'],
    ['org.unit.id', 'u1'],
    ['https://acme.example/claims.role', 'r'],
  ])('reads the claim %s', (name, expected) => {
    expect(bind({ from: 'claim', name }, { caller: known('ann', claims) })).toEqual(
      filled(expected),
    );
  });

  it.each(['org', 'org.none', 'org.id.length', 'org.constructor', 'none.id', ''])(
    'refuses the claim %j, which is no text or missing',
    (name) => {
      expect(bind({ from: 'claim', name }, { caller: known('ann', claims) })).toMatchObject({
        kind: 'failure',
        classification: 'FORBIDDEN',
      });
    },
  );

  it('replaces a value that the agent sends', () => {
    expect(bind({})).toEqual(filled('eu'));
  });

  it('drops the value of the agent if an optional source is missing', () => {
    expect(bind({ name: 'NONE', required: false })).toEqual({
      kind: 'variables',
      variables: { id: '1' },
    });
  });

  it.each([
    ['string', 'acme', 'acme'],
    ['string', 7, '7'],
    ['integer', '42', 42],
    ['integer', 42, 42],
    ['number', '1.5', 1.5],
    ['boolean', true, true],
    ['boolean', 'false', false],
    ['json', { a: [1] }, { a: [1] }],
    ['json', '{"a":1}', { a: 1 }],
    ['json', 'plain', 'plain'],
  ] as const)('converts for type %s the claim %j to %j', (type, claim, expected) => {
    expect(
      bind({ from: 'claim', name: 'org', type }, { caller: known('ann', { org: claim }) }),
    ).toEqual(filled(expected));
  });

  it.each([
    ['integer', '1.5'],
    ['integer', '9007199254740993'],
    ['integer', ''],
    ['number', 'x'],
    ['boolean', 'yes'],
    ['string', { a: 1 }],
  ] as const)('refuses for type %s the claim %j', (type, claim) => {
    expect(
      bind({ from: 'claim', name: 'org', type }, { caller: known('ann', { org: claim }) }),
    ).toMatchObject({
      kind: 'failure',
      classification: 'FORBIDDEN',
      message: `The claim "org" is not of type ${type}.`,
    });
  });

  it.each([
    ['Authorization', 'authorization', 'Bearer gateway-secret'],
    ['Cookie', 'cookie', 'sid=1'],
    ['X-Api-Key', 'x-api-key', 'k'],
    ['X-Copy', 'x-copy', 'is gateway-secret'],
  ])('never reads the credentials of an authenticated caller from %s', (name, header, value) => {
    const headers = new Headers({ authorization: 'Bearer gateway-secret', [header]: value });
    const bound = { from: 'header', name, required: false } as const;
    expect(bind(bound, { headers, caller: known('ann') })).toEqual({
      kind: 'variables',
      variables: { id: '1' },
    });
    expect(bind(bound, { headers })).toEqual(filled(value));
  });

  it('reads a header in any case', () => {
    const headers = new Headers({ 'X-Tenant': 'acme' });
    expect(bind({ from: 'header', name: 'x-tenant' }, { headers })).toEqual(filled('acme'));
  });

  it('refuses an anonymous caller if a claim is required', () => {
    expect(bind({ from: 'claim', name: 'org' })).toMatchObject({
      classification: 'UNAUTHORIZED',
      message: 'The tool requires a signed-in caller.',
    });
  });

  it('refuses a caller without the required claim', () => {
    expect(bind({ from: 'claim', name: 'constructor' }, { caller: known('ann') })).toMatchObject({
      classification: 'FORBIDDEN',
      message: 'The caller\'s token has no claim "constructor", which the tool requires.',
    });
  });

  it('refuses a request without the required header', () => {
    expect(bind({ from: 'header', name: 'x-tenant' })).toMatchObject({
      classification: 'UNAUTHORIZED',
      message: 'The tool requires the header "x-tenant", which the client did not send.',
    });
  });

  it('refuses a call if the environment lacks the value, without its name', () => {
    expect(bind({ name: 'SECRET_NAME' })).toMatchObject({
      classification: 'INTERNAL_ERROR',
      message: 'The gateway has no value for $v.',
    });
  });
});
