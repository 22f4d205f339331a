import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { profiles, type Profile } from '../../src/core/tool.ts';
import { problemsOf, sdkValidatorsOf } from '../support/client-validators.ts';

/** Compiles operations of one text, each found on a line of its own. */
function compile(sdl: string, operations: string, profile: Profile = 'portable') {
  const { definitions } = parse(operations);
  const sources = definitions.map((operation, index) => ({
    operation: operation as OperationDefinitionNode,
    fragments: new Map(),
    fallbackName: 'operation',
    place: { file: 'a.graphql', line: index + 1, column: 1 },
    origin: 'file' as const,
  }));
  const schema = buildSchema(sdl);
  const settings = { ...defaultCompileSettings, profile };
  return compileCatalog({ schema, operations: sources, diagnostics: [] }, settings);
}

const plain = 'query plain { plain }';

describe('hostile sources', () => {
  it('skips an operation with thousands of equal fields, and serves the others', () => {
    const sdl = 'type Query { plain: Int things: [Thing!] } type Thing { id: ID name: String }';
    const many = `query many { ${'things { id name } '.repeat(2_000)} }`;
    const { tools, skipped } = compile(sdl, `${many} ${plain}`);
    expect([...tools.keys()]).toEqual(['plain']);
    expect(skipped.map(({ code, message }) => [code, message])).toEqual([
      [
        'OPERATION_FIELDS_CONFLICT',
        'Too many fields have the same name to check whether they conflict.',
      ],
    ]);
  });

  const count = 3_000;
  const inputs = Array.from({ length: count }, (_, index) => {
    const next = `R${(index + 1) % count}`;
    const far = `R${(index * 7 + 3) % count}`;
    return `input R${index} { a: ${next} b: [${far}!] c: R${index} v: Int }`;
  }).join('\n');

  it.each(profiles)(
    'do not exhaust the stack by input types that hold each other: %s',
    (profile) => {
      const sdl = `type Query { "All." plain: Int "One." find(r: R0): Int }\n${inputs}`;
      const { tools, diagnostics } = compile(
        sdl,
        `query find($r: R0) { find(r: $r) } ${plain}`,
        profile,
      );
      expect([...tools.keys()]).toEqual(['find', 'plain']);
      expect(diagnostics.map(({ code }) => code)).toEqual(['INPUT_SCHEMA_COLLAPSED']);
      const prepared = tools.get('find')?.prepareArguments({ r: { a: { v: 1 } } });
      expect(prepared).toEqual({ ok: true, variables: { r: { a: { v: 1 } } } });
    },
  );
});

describe('response names like members of every object', () => {
  const sdl = `type Query { either: Either } union Either = A | B
    type A { constructor: Int! toString: [Int!]! __proto__: Query } type B { id: ID }`;
  const operation = `query q { either { ... on A { constructor toString __proto__ { __typename } }
    ... on B { valueOf: id } } }`;
  const whole = { constructor: 1, toString: [1], __proto__: null };

  it.each(profiles)('accepts answers without them, in profile %s', (profile) => {
    const { tools } = compile(sdl, operation, profile);
    const { outputSchema = {} } = tools.get('q') ?? {};
    const validators = sdkValidatorsOf(outputSchema);
    for (const either of [{}, { valueOf: '1' }, JSON.parse(JSON.stringify(whole)), null]) {
      expect(problemsOf(validators, { data: { either } })).toEqual([]);
    }
  });

  it('describes them if they are required', () => {
    const { tools } = compile('type Query { a: Int! }', 'query q { constructor: a }');
    expect(tools.get('q')?.outputSchema?.properties['data']).toMatchObject({
      properties: { constructor: { type: 'number' } },
      required: ['constructor'],
    });
  });
});

describe('hostile arguments', () => {
  const sdl = 'type Query { find(names: [Mood!]): Int } enum Mood { HAPPY SAD }';
  const { tools } = compile(sdl, 'query find($names: [Mood!]) { find(names: $names) }');
  const prepare = (given: unknown) => tools.get('find')?.prepareArguments(given);

  it('stops reading arguments after ten problems', () => {
    const names = Array.from({ length: 1_000_000 }, () => 'X');
    let reads = 0;
    Object.defineProperty(names, 11, {
      get() {
        reads += 1;
        return 'X';
      },
    });
    expect(prepare({ names })).toMatchObject({ ok: false, problems: { length: 10 } });
    // its depth is measured before
    expect(reads).toBe(1);
  });

  it('cuts names in messages to 80 characters', () => {
    const prepared = prepare({ ['x'.repeat(900_000)]: 1 });
    expect(JSON.stringify(prepared).length).toBeLessThan(400);
  });
});
