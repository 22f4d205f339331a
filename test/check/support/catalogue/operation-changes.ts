import type { NamedChange } from './named-change.ts';

/** Changes of operations. */
export const operationChanges: readonly NamedChange[] = [
  {
    name: 'an operation is added',
    operations: [['# Gets one movie.', 'query CountMovies { movies { id } }\n\n# Gets one movie.']],
    verdict: 'safe',
    codes: ['TOOL_ADDED'],
    cause: 'operation',
  },
  {
    name: 'an operation is removed',
    operations: [['# Forgets a rating.\nmutation Forget($id: ID!) { forget(id: $id) }\n', '']],
    verdict: 'breaking',
    codes: ['TOOL_REMOVED'],
    cause: 'operation',
  },
  {
    name: 'an operation is renamed',
    operations: [['query GetTitle(', 'query FindTitle(']],
    verdict: 'breaking',
    codes: ['TOOL_RENAMED', 'TITLE_CHANGED'],
    cause: 'operation',
  },
  {
    name: 'an operation is renamed, and selects more',
    operations: [
      ['query GetTitle(', 'query FindTitle('],
      ['name ... on Movie { year } }', 'name ... on Movie { year tagline } }'],
    ],
    verdict: 'breaking',
    codes: ['TOOL_RENAMED', 'TITLE_CHANGED', 'OPERATION_CHANGED', 'OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'operations swap their names',
    operations: [
      ['query GetMovie(', 'query Swapped('],
      ['query GetTitle(', 'query GetMovie('],
      ['query Swapped(', 'query GetTitle('],
    ],
    verdict: 'breaking',
    codes: ['TOOL_REPLACED', 'OUTPUT_WIDENED', 'DESCRIPTION_CHANGED', 'OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a field is selected in addition',
    operations: [['trailer { url }', 'trailer { url seconds }']],
    verdict: 'safe',
    codes: ['OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a field is no longer selected',
    operations: [['year tagline mood', 'year mood']],
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED'],
    cause: 'operation',
  },
  {
    name: 'a nullable field is no longer selected',
    operations: [['id name year tagline', 'id name tagline']],
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED'],
    cause: 'operation',
  },
  {
    name: 'a field that may hold anything is no longer selected',
    operations: [['mood facts trailer', 'mood trailer']],
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED'],
    cause: 'operation',
  },
  {
    name: 'a field that may hold anything, and may be left out, is no longer selected',
    operations: [['... on Movie { id year facts }', '... on Movie { id year }']],
    verdict: 'dangerous',
    codes: ['OUTPUT_UNDECLARED'],
    cause: 'operation',
  },
  {
    name: 'a field gets an alias',
    operations: [['id name year tagline', 'id title: name year tagline']],
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED', 'OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a field is selected only if asked for',
    operations: [
      ['query GetMovie($id: ID!)', 'query GetMovie($id: ID!, $more: Boolean!)'],
      ['tagline mood', 'tagline @include(if: $more) mood'],
    ],
    verdict: 'breaking',
    codes: ['INPUT_NARROWED', 'OUTPUT_WIDENED', 'OPERATION_CHANGED'],
    cause: 'operation',
  },
  {
    name: 'a fragment takes the place of fields',
    operations: [
      [
        'movie(id: $id) { id name year tagline mood facts trailer { url } }',
        'movie(id: $id) { ...M } }\nfragment M on Movie { id name year tagline mood facts trailer { url }',
      ],
    ],
    verdict: 'unchanged',
    codes: [],
  },
  {
    name: 'a type condition is dropped',
    operations: [['    ... on Series { id seasons }\n', '']],
    verdict: 'breaking',
    codes: ['OUTPUT_WIDENED', 'OUTPUT_FIELD_REMOVED'],
    cause: 'operation',
  },
  {
    name: 'a field is no longer selected on one of several types',
    operations: [['... on Series { id seasons }', '... on Series { seasons }']],
    verdict: 'breaking',
    codes: ['OUTPUT_FIELD_REMOVED'],
    cause: 'operation',
  },
  {
    name: 'a field is selected on all types instead of each',
    operations: [
      [
        '{ __typename id name ... on Movie { year } }',
        '{ ... on Title { __typename id name } ... on Movie { year } }',
      ],
    ],
    verdict: 'unchanged',
    codes: [],
  },
  {
    name: 'a variable becomes required',
    operations: [['$after: String)', '$after: String!)']],
    verdict: 'breaking',
    codes: ['INPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a required variable gets a default',
    operations: [['query Search($text: String!)', 'query Search($text: String! = "noir")']],
    verdict: 'dangerous',
    codes: ['DEFAULT_CHANGED', 'INPUT_WIDENED'],
    cause: 'operation',
  },
  {
    name: 'a variable is removed',
    operations: [
      [', $after: String)', ')'],
      [', after: $after', ''],
    ],
    verdict: 'breaking',
    codes: ['INPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a variable is renamed',
    operations: [
      [
        'query Search($text: String!) {\n  search(text: $text)',
        'query Search($words: String!) {\n  search(text: $words)',
      ],
    ],
    verdict: 'breaking',
    codes: ['INPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'the default of a variable changes',
    operations: [['$first: Int = 10', '$first: Int = 20']],
    verdict: 'dangerous',
    codes: ['DEFAULT_CHANGED'],
    cause: 'operation',
  },
  {
    name: 'a variable takes the place of a constant',
    operations: [
      ['query ListMovies($filter', 'query ListMovies($reviews: Int = 2, $filter'],
      ['reviews(first: 2)', 'reviews(first: $reviews)'],
    ],
    verdict: 'safe',
    codes: ['INPUT_WIDENED'],
    cause: 'operation',
  },
  {
    name: 'a constant changes',
    operations: [['reviews(first: 2)', 'reviews(first: 3)']],
    verdict: 'dangerous',
    codes: ['OPERATION_CHANGED'],
    cause: 'operation',
  },
  {
    name: 'a constant changes, and one more field is selected',
    operations: [
      ['reviews(first: 2) { score text code }', 'reviews(first: 3) { score text code } year'],
    ],
    verdict: 'dangerous',
    codes: ['OPERATION_CHANGED', 'OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a variable with another default takes the place of a constant',
    operations: [
      ['query ListMovies($filter', 'query ListMovies($reviews: Int = 3, $filter'],
      ['reviews(first: 2)', 'reviews(first: $reviews)'],
    ],
    verdict: 'dangerous',
    codes: ['OPERATION_CHANGED', 'INPUT_WIDENED'],
    cause: 'operation',
  },
  {
    name: 'a response name stands for another field, and one more field is selected',
    operations: [
      ['id name year tagline mood', 'id name: tagline year tagline mood reviews { code }'],
    ],
    verdict: 'dangerous',
    codes: ['OPERATION_CHANGED', 'OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a mutation runs one more root field',
    operations: [
      [
        '{ forget(id: $id) }',
        '{ forget(id: $id) rate(subject: { movieId: $id }, score: 0) { code } }',
      ],
    ],
    verdict: 'breaking',
    codes: ['ROOT_FIELD_CHANGED', 'OUTPUT_NARROWED'],
    cause: 'operation',
  },
  {
    name: 'a constant takes the place of a variable',
    operations: [
      [', $after: String)', ')'],
      ['after: $after', 'after: "a"'],
    ],
    verdict: 'breaking',
    codes: ['INPUT_NARROWED', 'OPERATION_CHANGED'],
    cause: 'operation',
  },
  {
    name: 'a query becomes a mutation',
    operations: [
      [
        'query GetTitle($id: ID!) {\n  title(id: $id) { __typename id name ... on Movie { year } }\n}',
        'mutation GetTitle($id: ID!) { forget(id: $id) }',
      ],
    ],
    verdict: 'breaking',
    codes: [
      'TOOL_REPLACED',
      'KIND_CHANGED',
      'READ_ONLY_WITHDRAWN',
      'DESTRUCTIVE_DECLARED',
      'OUTPUT_WIDENED',
      'IDEMPOTENT_WITHDRAWN',
      'OUTPUT_NARROWED',
    ],
    cause: 'operation',
  },
  {
    name: 'the comment above changes',
    operations: [['# Gets one movie.', '# Gets a single movie.']],
    verdict: 'dangerous',
    codes: ['DESCRIPTION_CHANGED'],
    cause: 'configuration',
  },
  {
    name: 'variables change places',
    operations: [
      [
        '($filter: Filter, $first: Int = 10, $after: String)',
        '($after: String, $filter: Filter, $first: Int = 10)',
      ],
    ],
    verdict: 'unchanged',
    codes: [],
  },
  {
    name: 'fields change places',
    operations: [['id name year tagline mood', 'mood tagline year name id']],
    verdict: 'unchanged',
    codes: [],
  },
  {
    name: 'the layout changes',
    operations: [
      [
        '{ id name year tagline mood facts trailer { url } }',
        '{\n    id, name, year\n    tagline mood facts\n    trailer { url }\n  }',
      ],
    ],
    verdict: 'unchanged',
    codes: [],
  },
  {
    name: 'an operation does not fit the schema any more',
    operations: [['trailer { url }', 'trailer { uri }']],
    verdict: 'breaking',
    codes: ['TOOL_REMOVED'],
    cause: 'diagnostic',
  },
];
