import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { diffSlices } from '../../../src/check/causes/diff-slices.ts';
import { schemaOfSlice, sliceSchema } from '../../../src/check/surface/schema-slice.ts';

const sdl = `
  schema { query: Root }
  "Anything."
  scalar Any @specifiedBy(url: "https://example.com/any")
  enum Mood { SAD HAPPY @deprecated(reason: "Too much.") }
  input Range { to: Int from: Int = 1 unit: Unit }
  enum Unit { KM }
  input Never { a: Int }
  interface Node { id: ID! }
  interface Named { name: String }
  type Film implements Node & Named { id: ID! name: String any: Any mood: Mood range(of: Range = {from: 2}, other: Never): Int next: Film }
  type Actor implements Node { id: ID! age: Int }
  type Lonely { id: ID! }
  union Any2 = Film | Actor
  type Root { film(id: ID!, lang: String): Film node(id: ID!): Node any: Any2 }
`;

function slice(text: string, document: string): string {
  return sliceSchema(buildSchema(text), [parse(document)]).join('\n');
}

describe('the part of a schema that operations use', () => {
  it('has fields, arguments and types that are used, and all of enums and inputs', () => {
    const document =
      'query A($id: ID!) { film(id: $id) { mood range(of: { to: 3 }) ...F } } fragment F on Film { any }';
    expect(slice(sdl, document)).toMatchInlineSnapshot(`
      "schema {
        query: Root
      }
      scalar Any @specifiedBy(url: "https://example.com/any")
      type Film {
        any: Any
        mood: Mood
        range(of: Range = {from: 2}): Int
      }
      enum Mood {
        HAPPY @deprecated(reason: "Too much.")
        SAD
      }
      input Range {
        from: Int = 1
        to: Int
        unit: Unit
      }
      type Root {
        film(id: ID!): Film
      }
      enum Unit {
        KM
      }"
    `);
  });

  it('has of an interface what its objects answer', () => {
    expect(slice(sdl, '{ node(id: 1) { id ... on Actor { age } } }')).toMatchInlineSnapshot(`
      "schema {
        query: Root
      }
      type Actor implements Node {
        age: Int
        id: ID!
      }
      type Film implements Node {
        id: ID!
      }
      interface Node {
        id: ID!
      }
      type Root {
        node(id: ID!): Node
      }"
    `);
  });

  it('has the members of a union, though nothing is selected of them', () => {
    expect(slice(sdl, '{ any { __typename } }')).toMatchInlineSnapshot(`
      "schema {
        query: Root
      }
      type Actor
      union Any2 = Actor | Film
      type Film
      type Root {
        any: Any2
      }"
    `);
  });

  it('is a schema again', () => {
    const document = '{ film(id: 1) { range(of: { unit: KM }) } any { ... on Film { name } } }';
    const lines = sliceSchema(buildSchema(sdl), [parse(document)]);
    const again = schemaOfSlice(lines);
    expect(sliceSchema(again, [parse(document)])).toEqual(lines);
  });

  it('has what an object answers where the interface that is asked says less', () => {
    const narrower = `
      interface Named { self: Named }
      interface Person implements Named { self: Person born: Date }
      type Actor implements Named { self: Person }
      scalar Date
      type Query { any: Named }
    `;
    const lines = sliceSchema(buildSchema(narrower), [parse('{ any { self { __typename } } }')]);
    expect(schemaOfSlice(lines).getTypeMap()).toHaveProperty('Person');
    expect(lines).toContain('  self: Person');
  });
});

describe('changes of the part of a schema that operations use', () => {
  const document = '{ film(id: 1) { mood range(of: { to: 3 }) } node(id: 2) { id } }';
  const changes = async (edited: string, now = document) => {
    const before = sliceSchema(buildSchema(sdl), [parse(document)]);
    const schema = buildSchema(edited);
    const found = await diffSlices(before, sliceSchema(schema, [parse(now)]), schema);
    return found.map(({ coordinate, place }) => [coordinate, place?.line]);
  };

  it.each([
    ['nothing', sdl, []],
    ['what is not used', sdl.replace('age: Int', 'age: String').replace('lang: String', ''), []],
    ['a field', sdl.replace('mood: Mood', 'mood: Mood!'), [['Film.mood', 11]]],
    [
      'an enum',
      sdl.replace('SAD HAPPY', 'WILD HAPPY'),
      [
        ['Mood.SAD', 5],
        ['Mood.WILD', 5],
      ],
    ],
    ['an input', sdl.replace('from: Int = 1', 'from: Float = 1'), [['Range.from', 6]]],
    ['a default', sdl.replace('{from: 2}', '{from: 3}'), [['Film.range.of', 11]]],
    ['an interface', sdl.replace('Actor implements Node', 'Actor'), [['Node', 9]]],
    ['a field that is gone', sdl.replace('mood: Mood', ''), [['Film.mood', 11]]],
  ])('are found of %s, where it stands now', async (_, edited, expected) => {
    expect(await changes(edited)).toEqual(expected);
  });

  it('are not what operations use in addition, or no longer', async () => {
    expect(await changes(sdl, '{ film(id: 1) { name next { any } } }')).toEqual([]);
  });
});
