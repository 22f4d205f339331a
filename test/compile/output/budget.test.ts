import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { outputSchemaOf } from '../../support/output-schemas.ts';

const schema = buildSchema('type Query { a: Query b: Query! list: [Query!] text: String }');

/** A fragment for every level, each spread twice in the one before: a tree of 2^levels objects. */
function doubling(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, at) => `fragment F${at} on Query { a { ...F${at + 1} } b { ...F${at + 1} } }`,
  );
  return ['{ ...F0 }', ...fragments, `fragment F${levels} on Query { text }`].join('\n');
}

describe('a budget', () => {
  it('leaves the innermost objects open, the last ones first', () => {
    const budget = { nodes: 18, bytes: 10_000 };
    const document = parse('{ a { a { text } b { text } } b { list { text } text } }');
    expect(outputSchemaOf(schema, document, 'merged', budget).properties['data']).toEqual({
      type: ['object', 'null'],
      properties: {
        a: {
          type: ['object', 'null'],
          properties: {
            a: {
              type: ['object', 'null'],
              properties: { text: { type: ['string', 'null'] } },
              required: ['text'],
            },
            b: { type: 'object' },
          },
          required: ['a', 'b'],
        },
        b: {
          type: 'object',
          properties: {
            list: { type: ['array', 'null'], items: { type: 'object' } },
            text: { type: ['string', 'null'] },
          },
          required: ['list', 'text'],
        },
      },
      required: ['a', 'b'],
    });
  });

  it.each([
    { nodes: 1_500, bytes: 32_768 },
    { nodes: 40, bytes: 32_768 },
    { nodes: 1_500, bytes: 700 },
    { nodes: 1_000_000, bytes: 32_768 },
  ])('of $nodes nodes and $bytes bytes limits answers that double with every level', (budget) => {
    const written = outputSchemaOf(schema, parse(doubling(40)), 'merged', budget);
    expect(JSON.stringify(written).length).toBeLessThanOrEqual(budget.bytes);
    expect(countSchemas(written)).toBeLessThanOrEqual(budget.nodes);
    expect(written.properties['data']?.required).toEqual(['a', 'b']);
  });

  it('ends a long chain of objects', () => {
    const levels = 5_000;
    const fragments = Array.from(
      { length: levels },
      (_, at) => `fragment F${at} on Query { a { ...F${at + 1} } }`,
    );
    const text = ['{ ...F0 }', ...fragments, `fragment F${levels} on Query { text }`].join('\n');
    const budget = { nodes: 100_000, bytes: 10_000_000 };
    const written = outputSchemaOf(schema, parse(text), 'merged', budget);
    expect(depthOf(written)).toBe(102);
  });

  it('allows any object if it is zero', () => {
    const budget = { nodes: 0, bytes: 0 };
    const written = outputSchemaOf(schema, parse('{ text }'), 'perType', budget);
    expect(written.properties['data']).toEqual({ type: ['object', 'null'] });
  });

  it('limits selection sets that no two places share', () => {
    // the set of fragments below a place is the set of earlier choices: 2^20 different ones
    const levels = 20;
    const fragments = Array.from({ length: levels }, (_, at) => {
      const next = at + 1 < levels ? `a { ...L${at + 1} ...M${at} } b { ...L${at + 1} }` : 'text';
      return `fragment L${at} on Query { ${next} } fragment M${at} on Query { a { ...N${at} } b { ...N${at} } } fragment N${at} on Query { a { text } b { text } }`;
    });
    const budget = { nodes: 1_500, bytes: 32_768 };
    const written = outputSchemaOf(
      schema,
      parse(['{ ...L0 }', ...fragments].join('\n')),
      'merged',
      budget,
    );
    expect(countSchemas(written)).toBeLessThanOrEqual(budget.nodes);
  });
});

function subschemasOf({ properties = {}, items, anyOf = [] }: JsonSchema): readonly JsonSchema[] {
  return [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
}

function countSchemas(schema: JsonSchema): number {
  return subschemasOf(schema).reduce((sum, inner) => sum + countSchemas(inner), 1);
}

function depthOf(schema: JsonSchema): number {
  return 1 + Math.max(0, ...subschemasOf(schema).map(depthOf));
}
