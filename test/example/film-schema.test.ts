import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  assertValidSchema,
  GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  Source,
  type GraphQLNamedType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  createFilmApi,
  createFilmSchema,
  filmResolvers,
  readFilmTypeDefs,
} from '../../src/example/film-api.ts';
import { createFilmStore } from '../../src/example/store.ts';
import { createFilmCalls } from './film-calls.ts';

const { schema } = createFilmApi();

const types: readonly GraphQLNamedType[] = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !(isScalarType(type) && isSpecifiedScalarType(type)),
);

describe('the SDL of the film API', () => {
  it('has several files that can be parsed separately', () => {
    const texts = readFilmTypeDefs();
    expect(texts).toHaveLength(8);
    for (const text of texts) expect(parse(new Source(text)).definitions.length).toBeGreaterThan(0);
  });

  it('describes every type, field and argument', () => {
    const silent = types.flatMap((type) => [
      ...(type.description ? [] : [type.name]),
      ...membersOf(type)
        .filter(([, description]) => !description)
        .map(([place]) => place),
    ]);
    expect(silent).toEqual([]);
  });

  it('has no subscription', () => {
    expect(schema.getSubscriptionType()).toBeUndefined();
  });
});

describe('createFilmSchema', () => {
  it('uses the same graphql-js as the gateway', () => {
    expect(schema).toBeInstanceOf(GraphQLSchema);
    expect(makeExecutableSchema({ typeDefs: 'type Query { a: Int }' })).toBeInstanceOf(
      GraphQLSchema,
    );
    expect(() => assertValidSchema(schema)).not.toThrow();
  });

  it('keeps built-in directives', () => {
    const subject = schema.getType('WatchlistSubject');
    expect(isInputObjectType(subject) && subject.isOneOf).toBe(true);
    const date = schema.getType('Date');
    expect(isScalarType(date) && date.specifiedByURL).toBe(
      'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    );
    const movie = schema.getType('Movie');
    expect(isObjectType(movie) && movie.getFields()['year']?.deprecationReason).toBe(
      'Use `releasedOn`.',
    );
  });

  it('has no resolver without a field', () => {
    const resolvers = filmResolvers(createFilmStore());
    const typeDefs = [...readFilmTypeDefs()];
    const resolverValidationOptions = { requireResolversToMatchSchema: 'error' } as const;
    expect(() =>
      makeExecutableSchema({ typeDefs, resolvers, resolverValidationOptions }),
    ).not.toThrow();
  });

  it('serves shortened SDL', () => {
    const cut = createFilmSchema([
      'type Query { movie(id: ID!): Movie } type Movie { name: String }',
    ]);
    const call = createFilmCalls({ ...createFilmApi(), schema: cut });
    expect(call('getMovieTrailer', { id: 'm4' })).toEqual({
      data: { movie: { name: 'A Kettle for Two' } },
    });
  });
});

type Member = readonly [place: string, description: string | null | undefined];

/** Fields and arguments with their descriptions; values of enums may speak for themselves. */
function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type) || isScalarType(type)) return [];
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [
      `${type.name}.${field.name}`,
      field.description,
    ]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    [`${type.name}.${field.name}`, field.description] as const,
    ...field.args.map((argument) => {
      return [`${type.name}.${field.name}(${argument.name})`, argument.description] as const;
    }),
  ]);
}
