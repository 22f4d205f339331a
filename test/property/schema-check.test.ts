import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSchemaCheck } from '../../src/compile/lint/check-schema.ts';
import { sdkValidatorsOf } from '../support/client-validators.ts';

const numRuns = process.env['DEEP'] ? 10_000 : 400;

const names = fc.constantFrom('a', 'b', 'type', '__proto__', 'constructor', '$ref');

/** Values of the wrong type for some keyword. */
const oddity = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  1.5,
  '',
  'text',
  'object',
  'null',
  '(',
  '^a$',
  '\\-',
  '(?<n>a)',
  '\\p{L}',
  [],
  ['string', 'null'],
  ['string', 'string'],
  ['a'],
  ['a', 'a'],
  {},
  { a: {} },
  { a: true },
  { a: null },
  '#/$defs/a',
  '#/$defs/missing',
  '#',
);

const keywords = [
  '$ref',
  'type',
  'description',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'not',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'default',
  'deprecated',
  'examples',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  '$defs',
  'x-mcp-header',
  'nullable',
  '$id',
  '$schema',
  'prefixItems',
  'definitions',
  'allOf',
];

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc
    .dictionary(
      fc.constantFrom(...keywords),
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        oddity,
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 2 }),
        fc.dictionary(names, tie('schema'), { maxKeys: 2 }),
      ),
      { maxKeys: 4 },
    )
    .map((members) => ({ ...members })),
}));

const rooted = schema.map((members) => ({
  type: 'object',
  properties: {},
  ...(members as Record<string, unknown>),
}));

describe('a schema that passes the check', () => {
  it('compiles in both dialects that clients use', () => {
    let sound = 0;
    const check = createSchemaCheck();
    fc.assert(
      fc.property(fc.oneof(rooted, rooted.map(onlyLegal)), (candidate) => {
        if (check(candidate).length > 0) return;
        sound += 1;
        expect(() => sdkValidatorsOf(candidate)).not.toThrow();
      }),
      { numRuns },
    );
    expect(sound).toBeGreaterThan(numRuns / 20);
  }, 600_000);
});

/** Removes faults from a schema, so that larger schemas are tested too. */
function onlyLegal(candidate: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(candidate)) {
    const attempt = { ...kept, [key]: value };
    if (createSchemaCheck()(attempt).every(({ pointer }) => pointer === '')) kept[key] = value;
  }
  return { ...kept, type: 'object', properties: candidate['properties'] ?? {} };
}
