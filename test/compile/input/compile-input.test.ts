import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { profiles } from '../../../src/core/tool.ts';
import {
  defaultCompileSettings,
  type CompileSettings,
} from '../../../src/compile/model/settings.ts';
import { catalogOf, toolOf } from '../../support/sources.ts';
import { problemsOf, sdkValidatorsOf } from '../../support/client-validators.ts';

describe('bound variables', () => {
  const sdl = `
    scalar JSON
    enum Mood { HAPPY SAD }
    type Query {
      a(s: String, i: Int, f: Float, b: Boolean, id: ID, m: Mood, l: [Int], j: JSON, n: Int): Int
    }`;
  const operation = `
    query q(
      $s: String! @mcpParam(fromClaim: "sub")
      $i: Int! = 5 @mcpParam(fromHeader: "X-Limit")
      $f: Float @mcpParam(fromEnv: "RATIO")
      $b: Boolean @mcpParam(fromEnv: "FLAG")
      $id: ID @mcpParam(fromEnv: "ID")
      $m: Mood! @mcpParam(fromEnv: "MOOD")
      $l: [Int] @mcpParam(fromEnv: "LIST")
      $j: JSON @mcpParam(fromEnv: "JSON")
      $n: Int
    ) { a(s: $s, i: $i, f: $f, b: $b, id: $id, m: $m, l: $l, j: $j, n: $n) }`;

  const bindableEnvironment = ['RATIO', 'FLAG', 'ID', 'MOOD', 'LIST', 'JSON'];

  it('are listed in order, with the type of their values', () => {
    expect(toolOf(sdl, operation, { bindableEnvironment }).operation.bound).toEqual([
      { variable: 's', from: 'claim', name: 'sub', required: true, type: 'string' },
      { variable: 'i', from: 'header', name: 'X-Limit', required: false, type: 'integer' },
      { variable: 'f', from: 'env', name: 'RATIO', required: false, type: 'number' },
      { variable: 'b', from: 'env', name: 'FLAG', required: false, type: 'boolean' },
      { variable: 'id', from: 'env', name: 'ID', required: false, type: 'string' },
      { variable: 'm', from: 'env', name: 'MOOD', required: true, type: 'string' },
      { variable: 'l', from: 'env', name: 'LIST', required: false, type: 'json' },
      { variable: 'j', from: 'env', name: 'JSON', required: false, type: 'json' },
    ]);
  });

  it('are not part of the schema, and are rejected in calls', () => {
    const { inputSchema, prepareArguments } = toolOf(sdl, operation, { bindableEnvironment });
    expect(inputSchema).toEqual({
      type: 'object',
      properties: { n: { type: ['integer', 'null'] } },
      additionalProperties: false,
    });
    expect(prepareArguments({ s: 'admin' })).toEqual({
      ok: false,
      problems: [{ path: ['s'], message: 'Unknown name. Valid names: n.' }],
    });
    expect(prepareArguments({ n: 1 })).toEqual({ ok: true, variables: { n: 1 } });
  });

  it('can be configured', () => {
    const tools = new Map([['q', { params: { n: { fromClaim: 'tenant' } } }]]);
    const { operation: sent, inputSchema } = toolOf(sdl, 'query q($n: Int) { a(n: $n) }', {
      tools,
    });
    expect(sent.bound).toEqual([
      { variable: 'n', from: 'claim', name: 'tenant', required: false, type: 'integer' },
    ]);
    expect(inputSchema.properties).toEqual({});
  });
});

describe('variables that only @defer and @stream use', () => {
  it('are neither arguments nor bound, because they are not sent', () => {
    const { inputSchema, prepareArguments, operation } = toolOf(
      'type Query { a(n: Int): A } type A { id: ID, list: [Int] }',
      `query q($x: Boolean!, $n: Int, $tenant: Int! @mcpParam(fromClaim: "t")) {
        a(n: $n) { ... @defer(if: $x) { id } list @stream(initialCount: $tenant) }
      }`,
    );
    expect(Object.keys(inputSchema.properties)).toEqual(['n']);
    expect(prepareArguments({ x: true }).ok).toBe(false);
    expect(operation.bound).toEqual([]);
  });
});

describe('variables that take files', () => {
  const sdl = `
    scalar Upload
    input Deep { next: Deep, files: [Upload!] }
    input Plain { next: Plain }
    type Query { a(deep: Deep, plain: Plain): Int }`;

  it('are found at any depth, even if the schema is truncated', () => {
    const deep = 'query q($deep: Deep) { a(deep: $deep) }';
    expect(toolOf(sdl, deep).operation.takesFiles).toBe(true);
    expect(toolOf(sdl, deep, { maxSchemaNodes: 2 }).operation.takesFiles).toBe(true);
    const plain = toolOf(sdl, 'query q($plain: Plain) { a(plain: $plain) }');
    expect(plain.operation.takesFiles).toBe(false);
  });
});

describe('an input schema over its budget', () => {
  const operation = 'query find($where: film_bool_exp) { film(where: $where) { id } }';
  const value = { _and: [{ f1: { _eq: 'x' } }, { related7: { _not: { f3: { _in: ['y'] } } } }] };

  it.each(profiles)('is truncated deterministically in profile %s', (profile) => {
    const compile = () => catalogOf(filterSdl(60), { 'find.graphql': operation }, { profile });
    const { tools, diagnostics } = compile();
    const inputSchema = tools.get('find')?.inputSchema;
    expect(bytesOf(inputSchema)).toBeLessThanOrEqual(defaultCompileSettings.maxSchemaBytes);
    expect(bytesOf(inputSchema)).toBeGreaterThan(1_000);
    expect(JSON.stringify(compile().tools.get('find')?.inputSchema)).toBe(
      JSON.stringify(inputSchema),
    );
    expect(diagnostics.filter(({ code }) => code === 'INPUT_SCHEMA_COLLAPSED')).toEqual([
      {
        code: 'INPUT_SCHEMA_COLLAPSED',
        severity: 'warning',
        message:
          'The input schema of "find" exceeds its budget, so its innermost parts are only described in text.',
        hint: 'Use smaller input types, or raise `limits.maxSchemaNodes` and `limits.maxSchemaBytes`.',
        place: { file: 'find.graphql', line: 1, column: 1 },
        tool: 'find',
      },
    ]);
  });

  it.each(profiles)('accepts the same values in profile %s', (profile) => {
    const { inputSchema, prepareArguments } = toolOf(filterSdl(60), operation, { profile });
    expect(prepareArguments({ where: value })).toEqual({ ok: true, variables: { where: value } });
    // the other profiles write truncated objects as text
    const takesObjects = profile === 'portable' || profile === 'full';
    const problems = problemsOf(sdkValidatorsOf(inputSchema), { where: value });
    expect(takesObjects ? problems : []).toEqual([]);
  });

  it('accepts truncated objects as text if clients reject objects without properties', () => {
    const where = { _and: [{ related7: '{"_not":{"f3":{"_in":["y"]}}}' }] };
    const { inputSchema, prepareArguments } = toolOf(filterSdl(60), operation, {
      profile: 'gemini',
    });
    expect(problemsOf(sdkValidatorsOf(inputSchema), { where })).toEqual([]);
    expect(prepareArguments({ where })).toEqual({
      ok: true,
      variables: { where: { _and: [{ related7: { _not: { f3: { _in: ['y'] } } } }] } },
    });
  });

  it('checks the truncated parts of arguments', () => {
    const { prepareArguments } = toolOf(filterSdl(60), operation);
    expect(prepareArguments({ where: { _and: [{ related7: { _not: { f3: 1 } } }] } })).toEqual({
      ok: false,
      problems: [
        {
          path: ['where', '_and', 0, 'related7', '_not', 'f3'],
          message: 'Expected an object with _eq, _in, _like, received 1.',
        },
      ],
    });
  });

  const nodeSdl = `
    "A node."
    input Node { name: String, left: Node, within: Within }
    input Within { a: Int, b: Int }
    type Query { a(node: Node): Int }`;
  const nodeOf = (limits: Partial<CompileSettings>) =>
    toolOf(nodeSdl, 'query q($node: Node) { a(node: $node) }', limits).inputSchema.properties[
      'node'
    ];

  it('truncates repetitions of a type first', () => {
    expect(nodeOf({ maxSchemaNodes: 14 })).toMatchInlineSnapshot(`
      {
        "additionalProperties": false,
        "description": "A node.",
        "properties": {
          "left": {
            "additionalProperties": false,
            "description": "A node.",
            "properties": {
              "left": {
                "description": "A node. Same shape as Node: name, left, within.",
                "properties": {},
                "type": [
                  "object",
                  "null",
                ],
              },
              "name": {
                "type": [
                  "string",
                  "null",
                ],
              },
              "within": {
                "additionalProperties": false,
                "properties": {
                  "a": {
                    "type": [
                      "integer",
                      "null",
                    ],
                  },
                  "b": {
                    "type": [
                      "integer",
                      "null",
                    ],
                  },
                },
                "type": [
                  "object",
                  "null",
                ],
              },
            },
            "type": [
              "object",
              "null",
            ],
          },
          "name": {
            "type": [
              "string",
              "null",
            ],
          },
          "within": {
            "additionalProperties": false,
            "properties": {
              "a": {
                "type": [
                  "integer",
                  "null",
                ],
              },
              "b": {
                "type": [
                  "integer",
                  "null",
                ],
              },
            },
            "type": [
              "object",
              "null",
            ],
          },
        },
        "type": [
          "object",
          "null",
        ],
      }
    `);
  });

  it('truncates inner objects next', () => {
    expect(nodeOf({ maxSchemaNodes: 6 })).toMatchInlineSnapshot(`
      {
        "additionalProperties": false,
        "description": "A node.",
        "properties": {
          "left": {
            "description": "A node. Same shape as Node: name, left, within.",
            "properties": {},
            "type": [
              "object",
              "null",
            ],
          },
          "name": {
            "type": [
              "string",
              "null",
            ],
          },
          "within": {
            "description": "Same shape as Within: a, b.",
            "properties": {},
            "type": [
              "object",
              "null",
            ],
          },
        },
        "type": [
          "object",
          "null",
        ],
      }
    `);
  });

  it('truncates all objects to their names at last', () => {
    expect(nodeOf({ maxSchemaNodes: 2 })).toMatchInlineSnapshot(`
      {
        "description": "A node. Same shape as Node: name, left, within.",
        "properties": {},
        "type": [
          "object",
          "null",
        ],
      }
    `);
  });

  it('omits the members of a long enum before it truncates objects', () => {
    const members = Array.from({ length: 200 }, (_, at) => `M${at}`);
    const sdl = `enum Long { ${members.join(' ')} } type Query { a(long: Long): Int }`;
    const limits = { maxSchemaBytes: 1_000 };
    const tool = toolOf(sdl, 'query q($long: Long) { a(long: $long) }', limits);
    expect(tool.inputSchema.properties).toEqual({
      long: {
        type: ['string', 'null'],
        description: expect.stringMatching(/^One of 200 names: M0, M1, .*…\.$/),
      },
    });
    expect(tool.prepareArguments({ long: 'M7' })).toEqual({ ok: true, variables: { long: 'M7' } });
    expect(tool.prepareArguments({ long: 'M' })).toMatchObject({ ok: false });
  });
});

/** Filters as Hasura makes them: each of so many types compares its columns and holds the others. */
function filterSdl(types: number): string {
  const names = ['film', ...Array.from({ length: types - 1 }, (_, at) => `table${at + 1}`)];
  const inputs = names.map((name, at) => {
    const columns = Array.from({ length: 12 }, (_, column) => `f${column}: text_comparison_exp`);
    const related = [1, 7, 30].map(
      (step) => `related${step}: ${names[(at + step) % types]}_bool_exp`,
    );
    const own = `${name}_bool_exp`;
    return `input ${own} { _and: [${own}!] _or: [${own}!] _not: ${own} ${[...columns, ...related].join(' ')} }`;
  });
  return [
    'input text_comparison_exp { _eq: String _in: [String!] _like: String }',
    ...inputs,
    'type film { id: ID! }',
    'type Query { film(where: film_bool_exp): [film!]! }',
  ].join('\n');
}

function bytesOf(schema: JsonSchema | undefined): number {
  return new TextEncoder().encode(JSON.stringify(schema)).length;
}
