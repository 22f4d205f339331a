import { expect, it } from 'vitest';
import { catalogOf } from '../support/sources.ts';

const schema = `
  type Movie { id: ID! poster: String stills: [Still!]! }
  type Still { image: String }
  type Query { movie: Movie movies: [Movie!]! }
`;

function compiled(operation: string, content?: object) {
  const settings = content ? { tools: new Map([['q', { content: [content] as never }]]) } : {};
  const { tools, skipped } = catalogOf(schema, { 'q.graphql': operation }, settings);
  return {
    content: tools.get('q')?.content,
    skipped: skipped.map(({ code, message, hint }) => [code, message, hint]),
  };
}

const png = { mimeType: 'image/png' };

it('finds fields by response names, through lists and fragments', () => {
  const { content, skipped } = compiled(`
    query q @mcpTool(content: [
      { field: "film.poster", mimeType: "image/png" }
      { field: "movies.stills.picture", mimeType: "image/jpeg" }
    ]) {
      film: movie { ... on Movie { poster } }
      movies { ...Stills }
    }
    fragment Stills on Movie { stills { picture: image } }`);
  expect(skipped).toEqual([]);
  expect(content).toEqual([
    { path: ['film', 'poster'], mimeType: 'image/png' },
    { path: ['movies', 'stills', 'picture'], mimeType: 'image/jpeg' },
  ]);
});

it('prefers the fields named in the configuration', () => {
  const operation =
    'query q @mcpTool(content: { field: "movie.id", mimeType: "image/png" }) { movie { id poster } }';
  expect(compiled(operation, { field: 'movie.poster', ...png })).toEqual({
    content: [{ path: ['movie', 'poster'], ...png }],
    skipped: [],
  });
});

it('has no content if no field is named', () => {
  expect(compiled('query q { movie { id } }')).toEqual({ content: undefined, skipped: [] });
});

it.each([
  [
    { field: 'movie.postr', ...png },
    '"content" names "movie.postr", but the operation does not select a scalar there.',
    'Did you mean "poster"?',
  ],
  [
    { field: 'movie', ...png },
    '"content" names "movie", but the operation does not select a scalar there.',
    'Write its path of response names from the root, such as `movie.poster`.',
  ],
  [
    { field: 'movie.poster.constructor', ...png },
    '"content" names "movie.poster.constructor", but the operation does not select a scalar there.',
    'Write its path of response names from the root, such as `movie.poster`.',
  ],
  [
    { field: 'movie.poster', mimeType: 'picture' },
    '"picture" is not a MIME type.',
    'Write a type such as image/png.',
  ],
])('rejects %j', (content, message, hint) => {
  expect(compiled('query q { movie { poster } }', content)).toEqual({
    content: undefined,
    skipped: [['CONTENT_FIELD_INVALID', message, hint]],
  });
});
