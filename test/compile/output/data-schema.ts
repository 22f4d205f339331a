import { buildSchema, parse, validate } from 'graphql';
import { expect } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import type { AbstractOutput } from '../../../src/compile/output/write-object.ts';
import { outputSchemaOf } from '../../support/output-schemas.ts';

const schema = buildSchema(`
  scalar Json
  enum Mood { CALM WILD }
  interface Node { id: ID! }
  interface Titled implements Node { id: ID! title: String }
  type Movie implements Titled & Node { id: ID! title: String! minutes: Int mood: Mood cast: [Person!]! }
  type Series implements Titled & Node { id: ID! title: String seasons: Int! mood: Mood! cast: [Person]! }
  type Person implements Node { id: ID! name: String! knownFor: Work extra: Json agent: Person }
  union Work = Movie | Series
  type Query {
    node(id: ID): Node
    titled: [Titled!]
    movie: Movie
    works: [Work]!
    grid: [[Work!]]
    person: Person!
    count: Int!
    ratio: Float
    isOpen: Boolean
    json: Json!
  }
  type Mutation { rename(id: ID!, title: String!): Movie! }
`);

/** The schema of `data` of a valid operation against a small film API. */
export function dataSchemaOf(operation: string, style: AbstractOutput = 'merged'): JsonSchema {
  const document = parse(operation);
  expect(validate(schema, document)).toEqual([]);
  return outputSchemaOf(schema, document, style).properties['data'] ?? {};
}

/** The same for an operation whose fields conflict, which is served when told to be lenient. */
export function lenientDataSchemaOf(operation: string): JsonSchema {
  return outputSchemaOf(schema, parse(operation), 'merged').properties['data'] ?? {};
}

/** The schema of one field of `data`. */
export function fieldSchemaOf(
  operation: string,
  field: string,
  style?: AbstractOutput,
): JsonSchema {
  return dataSchemaOf(operation, style).properties?.[field] ?? {};
}
