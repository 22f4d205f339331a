import { GraphQLSchema, Kind, parse, validate, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { mcpParam, mcpTool } from '../../src/compile/directives.ts';
import { createFilmApi } from '../../src/example/film-api.ts';
import { operationFiles, operations } from './film-calls.ts';

const { schema: api } = createFilmApi();
const schema = new GraphQLSchema({
  ...api.toConfig(),
  directives: [...api.getDirectives(), mcpTool, mcpParam],
});

function operationOf(name: string): OperationDefinitionNode {
  const document = operations.get(name);
  const operation = document?.definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
}

describe('the operations of the example', () => {
  it('are these', () => {
    expect([...operations.keys()].sort()).toEqual([
      'TitleById',
      'addToWatchlist',
      'compareTitles',
      'getMovieTrailer',
      'getShowtimes',
      'listCollections',
      'listMovies',
      'myWatchlist',
      'recommendMoviesForMood',
      'removeFromWatchlist',
      'searchTitles',
      'setWatchStatus',
      'summarizeMovieReviews',
      'writeReview',
    ]);
  });

  it.each([...operations])('%s is valid', (_, document) => {
    expect(validate(schema, document)).toEqual([]);
  });

  it.each([...operations.keys()])('%s is a query or a mutation', (name) => {
    expect(['query', 'mutation']).toContain(operationOf(name).operation);
  });

  it('use every fragment', () => {
    const all = parse([...operationFiles.values()].join('\n'));
    const used = [...operations.values()].flatMap(({ definitions }) => definitions);
    const unused = all.definitions.filter(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION &&
        !used.some(
          (other) =>
            other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === definition.name.value,
        ),
    );
    expect(unused).toEqual([]);
  });
});
