import { describe, expect, it } from 'vitest';
import { contractInputOf } from '../../../src/check/surface/contract-input.ts';
import { createInputTypes } from '../../../src/check/surface/input-types.ts';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { surfaceOf, type Surface } from '../../../src/check/surface/surface.ts';
import { profiles, type Profile } from '../../../src/core/tool.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

const sdl = `
  input Pick @oneOf { id: ID name: String }
  input Filter { pick: Pick picks: [Pick!] limit: Int }
  type Query { find(pick: Pick!, filter: Filter, first: Int): Int }
`;
const operation =
  'query find($pick: Pick! @mcpParam(name: "choice"), $filter: Filter, $first: Int) { find(pick: $pick, filter: $filter, first: $first) }';

function surface(schema: string, profile: Profile, text = operation) {
  const compiled = compileSources(sourcesOf(schema, text), { profile });
  return surfaceOf(compiled.catalog, compiled);
}

function codes(before: string, after: string, profile: Profile, edited = operation) {
  return diffCatalogs(surface(before, profile), surface(after, profile, edited)).map(
    ({ code, path, witness }) => [code, path, witness?.value],
  );
}

describe('the calls that the gateway takes', () => {
  it('are written by the types of the arguments, whatever those are called', () => {
    const found = surface(sdl, 'portable');
    const tool = found.tools.get('find');
    expect(tool?.inside?.argumentTypes).toEqual({
      choice: 'Pick!',
      filter: 'Filter',
      first: 'Int',
    });
    const types = createInputTypes(found)('default');
    expect(tool && contractInputOf(tool, 'portable', types)).toEqual({
      type: 'object',
      properties: {
        choice: { $ref: '#/$defs/Pick', description: 'Give exactly one of id, name.' },
        filter: { anyOf: [{ $ref: '#/$defs/Filter' }, { type: 'null' }] },
        first: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['choice'],
      additionalProperties: false,
      $defs: {
        Pick: {
          type: 'object',
          properties: { id: { type: 'string' }, name: { type: 'string' } },
          required: [],
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
        },
        Filter: {
          type: 'object',
          properties: {
            limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
            pick: {
              anyOf: [{ $ref: '#/$defs/Pick' }, { type: 'null' }],
              description: 'Give exactly one of id, name.',
            },
            picks: {
              anyOf: [{ type: 'array', items: { $ref: '#/$defs/Pick' } }, { type: 'null' }],
              description: 'Give exactly one of id, name.',
            },
          },
          required: [],
          additionalProperties: false,
        },
      },
    });
  });

  it('are the same whatever there is room to describe', () => {
    const deep = 'input F { a: Mood all: [F!] } enum Mood { A B } type Query { find(f: F): Int }';
    const query = 'query find($f: F) { find(f: $f) }';
    const of = (settings: object, schema = deep) => {
      const compiled = compileSources(sourcesOf(schema, query), settings);
      return surfaceOf(compiled.catalog, compiled);
    };
    const roomy = of({});
    const cramped = of({ maxSchemaNodes: 3 });
    expect(cramped.tools.get('find')?.inputSchema).not.toEqual(
      roomy.tools.get('find')?.inputSchema,
    );
    const ofInput = (old: Surface, next: Surface) =>
      diffCatalogs(old, next).filter(({ position }) => position === 'input');
    expect(ofInput(roomy, cramped)).toEqual([]);
    expect(ofInput(cramped, roomy)).toEqual([]);
    const narrower = of({ maxSchemaNodes: 3 }, deep.replace('A B', 'A'));
    expect(ofInput(roomy, narrower).map(({ code, path }) => [code, path])).toEqual([
      ['INPUT_NARROWED', 'f.a'],
    ]);
  });

  it.each(profiles)('are refused in profile %s when a bound of the API narrows', (profile) => {
    const bounded = (max: number) =>
      `directive @constraint(max: Int, maxLength: Int, maxItems: Int) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
      input Filter { text: String @constraint(maxLength: ${max}) tags: [String!] @constraint(maxItems: ${max}) }
      type Query { find(first: Int! @constraint(max: ${max}), filter: Filter): Int }`;
    const query =
      'query find($first: Int!, $filter: Filter) { find(first: $first, filter: $filter) }';
    const of = (max: number) => {
      const compiled = compileSources(sourcesOf(bounded(max), query), { profile });
      return surfaceOf(compiled.catalog, compiled);
    };
    const told = (from: number, to: number) =>
      diffCatalogs(of(from), of(to))
        .filter(({ code }) => code.startsWith('INPUT_') && code !== 'INPUT_TEXT_CHANGED')
        .map(({ code, path, message }) => [code, path, message]);
    expect(told(3, 2)).toEqual([
      ['INPUT_NARROWED', 'filter.tags', 'Argument "filter.tags" is bounded now: maxItems 2.'],
      ['INPUT_NARROWED', 'filter.text', 'Argument "filter.text" is bounded now: maxLength 2.'],
      ['INPUT_NARROWED', 'first', 'Argument "first" is bounded now: maximum 2.'],
    ]);
    expect(told(2, 3).map(([code, path]) => [code, path])).toEqual([
      ['INPUT_WIDENED', 'filter.tags'],
      ['INPUT_WIDENED', 'filter.text'],
      ['INPUT_WIDENED', 'first'],
    ]);
    expect(told(3, 3)).toEqual([]);
  });

  it.each(profiles)('are refused in profile %s when an input becomes @oneOf', (profile) => {
    const found = codes(sdl.replace('Pick @oneOf', 'Pick'), sdl, profile);
    expect(found).toContainEqual(['INPUT_NARROWED', 'choice', expect.anything()]);
  });

  it('need no argument that may be null, though the openai profile requires all of them', () => {
    const shorter = operation.replace(', $first: Int)', ')').replace(', first: $first', '');
    expect(codes(sdl, sdl, 'openai', shorter)).toEqual([
      ['INPUT_NARROWED', 'first', { choice: { id: 'text' }, first: 1 }],
    ]);
    const before = surface(sdl, 'openai', shorter);
    expect(diffCatalogs(before, surface(sdl, 'openai')).map(({ code }) => code)).toEqual([
      'INPUT_WIDENED',
    ]);
  });

  it('have no argument that is gone, though the gemini profile leaves objects open', () => {
    const shorter = operation.replace(', $first: Int)', ')').replace(', first: $first', '');
    expect(codes(sdl, sdl, 'gemini', shorter)).toEqual([
      ['INPUT_NARROWED', 'first', { choice: { id: 'text' }, first: 1 }],
    ]);
  });

  it('have no argument that is new, though the operation uses nothing of the schema', () => {
    const one = 'query find($all: Boolean!) { __typename @include(if: $all) }';
    const two =
      'query find($all: Boolean!, $no: Boolean = false) { __typename @include(if: $all) @skip(if: $no) }';
    const changes = diffCatalogs(surface(sdl, 'gemini', one), surface(sdl, 'gemini', two));
    expect(changes.map(({ code, path }) => [code, path])).toContainEqual(['INPUT_WIDENED', 'no']);
    expect(changes.map(({ code }) => code)).not.toContain('INPUT_NARROWED');
  });
});
