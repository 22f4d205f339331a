import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';
import { catalogOf, type Files } from '../support/sources.ts';
import type { CompileSettings } from '../../src/compile/model/settings.ts';

const schema = buildSchema(`
  type Movie { id: ID! title: String! }
  type Series { id: ID! title: String }
  union Work = Movie | Series
  type Query { movie(id: ID): Movie works: [Work!]! }
  type Subscription { changes: Int }
`);

function compile(files: Files, settings: Partial<CompileSettings> = {}) {
  const { tools, skipped } = catalogOf(schema, files, settings);
  return { tools: [...tools.keys()], skipped: skipped.map(formatDiagnostic) };
}

const hint = 'Change the operation, or update the schema.';

describe('an invalid operation', () => {
  it('is skipped with the places of its errors; the others are served', () => {
    const file =
      'query Good { movie { id } }\nquery Bad($id: Int) {\n  movie(id: $id) { name titel }\n}';
    expect(compile({ 'a.graphql': file })).toEqual({
      tools: ['Good'],
      skipped: [
        `a.graphql:2:11: error OPERATION_INVALID: Variable "$id" of type "Int" used in position expecting type "ID". ${hint}`,
        `a.graphql:3:20: error OPERATION_INVALID: Cannot query field "name" on type "Movie". ${hint}`,
        `a.graphql:3:25: error OPERATION_INVALID: Cannot query field "titel" on type "Movie". Did you mean "title"? ${hint}`,
      ],
    });
  });

  it('has its first five errors reported, and the total', () => {
    const fields = Array.from({ length: 8 }, (_, at) => `wrong${at}`).join(' ');
    const files = {
      'a.graphql': `query A { movie { ${fields} } }`,
      'b.graphql': 'query B { bad }',
    };
    const { skipped, skippedCount } = catalogOf(schema, files);
    expect(skippedCount).toBe(2);
    expect(skipped.map(({ place, message }) => `${place?.column} ${message}`)).toEqual([
      '19 Cannot query field "wrong0" on type "Movie".',
      '26 Cannot query field "wrong1" on type "Movie".',
      '33 Cannot query field "wrong2" on type "Movie".',
      '40 Cannot query field "wrong3" on type "Movie".',
      '47 Cannot query field "wrong4" on type "Movie". (8 errors in total.)',
      '11 Cannot query field "bad" on type "Query".',
    ]);
  });

  it('has its undefined fragments reported', () => {
    const { skipped, skippedCount } = catalogOf(schema, {
      'a.graphql': 'query A { movie { ...Prat ...Nothing } } fragment Part on Movie { id }',
    });
    expect(skippedCount).toBe(1);
    expect(skipped.map(({ message }) => message)).toEqual([
      '"A" uses the fragment "Nothing", which is not defined in its scope.',
      '"A" uses the fragment "Prat", which is not defined in its scope. Did you mean "Part"?',
    ]);
  });

  it('is skipped for an error in a shared fragment, as are all its users', () => {
    const result = compile({
      'a.graphql': 'query A { movie { ...Part } }',
      'b.graphql': 'query B { movie { id } }',
      'c.graphql': 'query C { movie { ...Other } } fragment Other on Movie { ...Part }',
      'part.graphql': 'fragment Part on Movie { name }',
    });
    expect(result.tools).toEqual(['B']);
    expect(result.skipped).toHaveLength(2);
    expect(result.skipped[0]).toMatch(
      /^part.graphql:1:26: error OPERATION_INVALID: Cannot query field "name" on type "Movie"/,
    );
  });

  it.each([
    ['a subscription', 'subscription A { changes }', 'OPERATION_SUBSCRIPTION'],
    ['a mutation without a mutation type', 'mutation A { change }', 'OPERATION_ROOT_MISSING'],
    ['an unknown fragment', 'query A { movie { ...Nothing } }', 'OPERATION_FRAGMENT_UNKNOWN'],
    ['an unknown directive', 'query A { movie @client { id } }', 'OPERATION_DIRECTIVE_UNKNOWN'],
    [
      'a gateway’s directive that may not stand there',
      'query A { movie @mcpTool { id } }',
      'OPERATION_DIRECTIVE_UNKNOWN',
    ],
    [
      'a cycle of fragments',
      'query A { movie { ...X } } fragment X on Movie { ...X }',
      'OPERATION_INVALID',
    ],
    ['conflicting fields', 'query A { movie { id: title id } }', 'OPERATION_FIELDS_CONFLICT'],
    ['an unused variable', 'query A($x: Int) { movie { id } }', 'OPERATION_INVALID'],
  ])('is skipped by name for %s', (_, operation, code) => {
    const { skipped } = catalogOf(schema, { 'a.graphql': operation });
    expect(skipped.map((one) => one.code)).toEqual([code]);
    expect(skipped[0]?.tool).toBe('A');
  });

  it('is skipped if it is nested too deeply', () => {
    const deep = buildSchema('type Query { a: Query b: Int }');
    const fragments = Array.from(
      { length: 9_000 },
      (_, at) => `fragment F${at} on Query { a { ...F${at + 1} } }`,
    );
    const text = [
      'query A { ...F0 }',
      'query B { b }',
      ...fragments,
      'fragment F9000 on Query { b }',
    ].join('\n');
    const { tools, skipped } = catalogOf(deep, { 'a.graphql': text });
    expect([...tools.keys()]).toEqual(['B']);
    expect(skipped.map(({ code }) => code)).toEqual(['OPERATION_TOO_DEEP']);
  });

  it('is validated in time despite thousands of conflicts', () => {
    const aliases = Array.from({ length: 400 }, (_, at) => `a: movie(id: ${at}) { id }`).join(' ');
    const { tools, skipped } = catalogOf(schema, {
      'a.graphql': `query A { ${aliases} }`,
      'b.graphql': 'query B { movie { id } }',
      'c.graphql': 'query C { movie { name } }',
    });
    expect([...tools.keys()]).toEqual(['B']);
    expect(skipped.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 5 }, () => 'OPERATION_FIELDS_CONFLICT'),
      'OPERATION_INVALID',
    ]);
  });
});

describe('conflicting fields', () => {
  it('belong to each operation that spreads both fragments, and to no other', () => {
    const part = (name: string, field: string) => `fragment ${name} on Movie { value: ${field} }`;
    expect(
      compile({
        'a.graphql': 'query A { movie { ...P ...Q } }',
        'b.graphql': 'query B { movie { ...P ...Q } }',
        'c.graphql': 'query C { movie { ...P } }',
        'd.graphql': 'query D { one: movie { ...P } two: movie { ...Q } }',
        'p.graphql': part('P', 'id'),
        'q.graphql': part('Q', 'title'),
      }),
    ).toEqual({
      tools: ['C', 'D'],
      skipped: [
        expect.stringContaining('p.graphql:1:23: error OPERATION_FIELDS_CONFLICT'),
        expect.stringContaining('p.graphql:1:23: error OPERATION_FIELDS_CONFLICT'),
      ],
    });
  });

  it('within one fragment belong to all operations that use it', () => {
    const { tools } = compile({
      'a.graphql': 'query A { movie { ...P } }',
      'b.graphql': 'query B { movie { ...Q } } fragment Q on Movie { ...P }',
      'c.graphql': 'query C { movie { id } }',
      'p.graphql': 'fragment P on Movie { x: id x: title }',
    });
    expect(tools).toEqual(['C']);
  });

  const apart = 'query A { works { ... on Movie { title } ... on Series { title } } }';

  it('on types that cannot overlap are reported with a hint, unless validation is lenient', () => {
    expect(compile({ 'a.graphql': apart })).toEqual({
      tools: [],
      skipped: [expect.stringContaining('validation: lenient')],
    });
    expect(compile({ 'a.graphql': apart }, { validation: 'lenient' })).toEqual({
      tools: ['A'],
      skipped: [],
    });
  });

  it.each([
    ['two fields on one type', 'query A { movie { x: id x: title } }'],
    [
      'other arguments',
      'query A { movie(id: 1) { id } ...B } fragment B on Query { movie(id: 2) { id } }',
    ],
    [
      'two fields deep within',
      'query A { works { ... on Movie { x: id } ... on Movie { x: title } } }',
    ],
    [
      'another fault beside them',
      'query A { movie { name } works { ... on Movie { title } ... on Series { title } } }',
    ],
  ])('are reported despite lenient validation for %s', (_, operation) => {
    expect(compile({ 'a.graphql': operation }, { validation: 'lenient' }).tools).toEqual([]);
  });
});

describe('fragments of one name', () => {
  it('are the fragments of the own file', () => {
    const { tools, skipped } = compile({
      'a.graphql': 'query A { movie { ...P } } fragment P on Movie { id }',
      'b.graphql': 'query B { movie { ...P } } fragment P on Movie { title }',
      'c.graphql': 'query C { movie { ...P } } fragment P on Movie { name }',
    });
    expect(tools).toEqual(['A', 'B']);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]).toMatch(/^c\.graphql/);
  });
});
