import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../src/core/tool.ts';
import { coercedOf, errorsOf } from '../../support/compile-inputs.ts';
import { sdkValidatorsOf } from '../../support/client-validators.ts';
import { toolOf } from '../../support/sources.ts';

const schema = buildSchema(`
  scalar JSON
  scalar Mark
  directive @on(a: Int! = 3, i: I) on FIELD | FRAGMENT_SPREAD | QUERY | FRAGMENT_DEFINITION
  input I {
    a: Int! = 1, b: Int, n: I, l: [I!], p: P, ps: [P!], j: JSON, m: [[Mark!]]! = [["x"]],
    e: [E!] = B, r: String!
  }
  input P @oneOf { x: Int, y: [Int!], z: I, e: E }
  enum E { A B C }
  type Query {
    f(i: I, is: [I!], p: P, ps: [[P!]!], j: JSON, n: Int! = 5, l: [Int!] = 4, m: [[Int]], e: E! = A,
      b: Boolean! = true): Int
    g(x: ID!, y: Float): Int
    q: Query
  }
`);

/** Each operation uses its variable differently. */
const operations = [
  'query q($v: Int) { f(n: $v) }',
  'query q($v: Int = 2) { f(n: $v, l: [$v]) }',
  'query q($v: Int!) { f(n: $v, l: [$v, 2], j: { a: $v }) }',
  'query q($v: Int! = 2) { f(l: [$v], p: { x: $v }, ps: [[{ x: $v }]]) }',
  'query q($v: Int) { f(m: [[$v], null]) }',
  'query q($v: [Int]) { f(m: [$v, [1]]) }',
  'query q($v: [[Int]]) { f(m: $v) }',
  'query q($v: [Int!] = 7) { f(l: $v) }',
  'query q($v: [Int!]!) { f(l: $v, p: { y: $v }) }',
  'query q($v: P) { f(p: $v) }',
  'query q($v: P!) { f(ps: [[$v]]) }',
  'query q($v: [P!]! = [{ x: 1 }, { e: A }]) { f(ps: [$v]) }',
  'query q($v: [[P!]!] = { x: 1 }) { f(ps: $v) }',
  'query q($v: Int) { f(i: { a: $v, b: $v, r: "r" }) }',
  'query q($v: I) { f(i: { n: $v, r: "r" }) }',
  'query q($v: I!) { f(i: { l: [$v], r: "r" }) }',
  'query q($v: [I!]) { f(i: { l: $v, r: "r" }, is: $v) }',
  'query q($v: String! = "d") { f(i: { r: $v }) }',
  'query q($v: JSON) { f(j: { a: $v, b: [$v] }) }',
  'query q($v: JSON!) { f(j: $v, i: { j: $v, r: "r" }) }',
  'query q($v: [[Mark!]]) { f(i: { m: $v, r: "r" }) }',
  'query q($v: [Mark!]) { f(i: { m: [$v], r: "r" }) }',
  'query q($v: [E!]) { f(i: { e: $v, r: "r" }) }',
  'query q($v: E) { f(e: $v) }',
  'query q($v: E!) { f(e: $v, i: { e: [$v, B], r: "r" }, p: { e: $v }) }',
  'query q($v: Boolean = true) { f(b: $v) g(x: 1) @skip(if: $v) }',
  'query q($v: Boolean!) { q @skip(if: $v) { f(b: $v) } g(x: 1) @include(if: $v) }',
  'query q($v: ID! = 3) { g(x: $v) }',
  'query q($v: Float = 1) { g(x: 1, y: $v) }',
  'query q($v: I) { g(x: 1) @on(i: $v) }',
  'query q($v: Int) { g(x: 1) @on(a: $v) }',
];

const leaves = [
  0,
  -1,
  2_147_483_648,
  1.5,
  1e20,
  '5',
  '',
  'A',
  'a',
  'r',
  'true',
  '1e3',
  'null',
  '{"a":1}',
  true,
  false,
  null,
];
const lists = [[], [1], [null], [[1]], [1, [2]], ['A', 'B'], '[1]', [{ x: 1 }], [[{ x: 1 }]]];
const picks = [
  {},
  { x: 1 },
  { x: null },
  { x: 1, y: null },
  { x: 1, y: [1] },
  { y: 1 },
  { y: [1, null] },
  { e: 'A' },
  { e: 'Z' },
  { z: { r: 'r' } },
  { z: {} },
  '{"x":1}',
];
const inputs = [
  { r: 'r' },
  [{ r: 'r' }],
  { r: null },
  { r: 'r', a: null },
  { r: 'r', zz: 1 },
  { r: 'r', n: { r: 's', n: null } },
  { r: 'r', l: { r: 's' } },
  { r: 'r', m: 'x' },
  { r: 'r', m: [['x'], null] },
  { r: 'r', m: null },
  { r: 'r', e: ['A', null] },
  { r: 'r', ps: { x: 1 } },
  { r: 'r', ps: [{ x: 1 }, { y: [] }] },
];
const values: readonly unknown[] = [...leaves, ...lists, ...picks, ...inputs];

const given = [{}, ...values.map((v) => ({ v }))];

describe.each(profiles)('arguments in profile %s', (profile) => {
  it.each(operations)('are accepted if and only if graphql-js accepts them: %s', (operation) => {
    const document = parse(operation);
    const { inputSchema, prepareArguments } = toolOf(schema, operation, { profile });
    const isValidInSchema = sdkValidatorsOf(inputSchema).draft2020;
    const wrong = given.flatMap((one) => {
      const prepared = prepareArguments(structuredClone(one));
      if (prepared.ok) return errorsOf({ schema, document }, prepared.variables);
      const isValid =
        errorsOf({ schema, document }, one).length === 0 && !isRounded(one) && !isNullText(one);
      // other profiles cannot express all constraints in the schema
      const isPublished = profile === 'full' && isValidInSchema(one);
      return isValid || isPublished ? [`${JSON.stringify(one)} is rejected`] : [];
    });
    expect(wrong).toEqual([]);
  });

  // the other profiles publish JSON as text, or null as omission; execution ignores `@on`
  const unchanged = ['portable', 'full'].includes(profile) ? operations : [];
  it.each(unchanged.filter((operation) => !operation.includes('@on')))(
    'reach the API unchanged if graphql-js accepts them: %s',
    (operation) => {
      const document = parse(operation);
      const { prepareArguments } = toolOf(schema, operation, { profile });
      for (const one of given) {
        if (errorsOf({ schema, document }, one).length > 0 || isRounded(one)) continue;
        const prepared = prepareArguments(structuredClone(one));
        const received = prepared.ok && coercedOf({ schema, document }, prepared.variables);
        expect(received, JSON.stringify(one)).toEqual(coercedOf({ schema, document }, one));
      }
    },
  );
});

/** graphql-js accepts an id that JSON has rounded; the gateway rejects it. */
function isRounded({ v }: { readonly v?: unknown }): boolean {
  return typeof v === 'number' && Number.isInteger(v) && !Number.isSafeInteger(v);
}

/** JSON text of null, in profiles that publish JSON as text. */
function isNullText({ v }: { readonly v?: unknown }): boolean {
  return v === 'null';
}
