import type { CompileSettings } from '../../src/compile/model/settings.ts';

/** Sources in which something is found. */
export interface DiagnosticExample {
  /** SDL; a small schema where the example is about operations alone. */
  readonly schema?: string;
  /** Operations. */
  readonly operation?: string;
  /** Files beside these, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Partial<CompileSettings>;
  /** What the page says of files and settings, which it does not show. */
  readonly remark?: string;
}

const long = 'anArgumentWithANameThatIsLongerThanTheSixtyFourCharactersThatModelApisTake';

/** What triggers a code; a test runs each. */
export const diagnosticExamples: Readonly<Record<string, DiagnosticExample>> = {
  OPERATION_SUBSCRIPTION: {
    schema: 'type Query { movie: String }\ntype Subscription { news: String }',
    operation: 'subscription News { news }',
  },
  OPERATION_ROOT_MISSING: { operation: 'mutation Rename { rename }' },
  OPERATION_FRAGMENT_UNKNOWN: { operation: 'query GetMovie { movie { ...Tilte } }' },
  OPERATION_TOO_DEEP: {
    operation: [
      'query GetSequel { movie { ...Sequel0 } }',
      ...Array.from(
        { length: 130 },
        (_, at) => `fragment Sequel${at} on Movie { sequel { ...Sequel${at + 1} } }`,
      ),
      'fragment Sequel130 on Movie { id }',
    ].join('\n'),
    remark: 'Fragments that spread one another, more than 250 levels deep.',
  },
  OPERATION_FIELDS_CONFLICT: { operation: 'query GetMovie { movie { id: title id } }' },
  OPERATION_DIRECTIVE_UNKNOWN: { operation: 'query GetMovie { movie { id @client } }' },
  OPERATION_INVALID: { operation: 'query GetMovie { movie { name } }' },
  DIRECTIVE_INVALID: { operation: 'query GetMovie @mcpTool(readonly: true) { movie { id } }' },
  CONTENT_FIELD_INVALID: {
    operation:
      'query GetMovie @mcpTool(content: { field: "movie.poster", mimeType: "image/png" }) { movie { id } }',
  },
  PARAM_UNKNOWN: {
    operation: 'query GetMovie($id: ID) { movie(id: $id) { id } }',
    settings: { tools: new Map([['GetMovie', { params: { movieId: { name: 'movie' } } }]]) },
    remark: 'With `tools: { GetMovie: { params: { movieId: … } } }` in the configuration.',
  },
  TOOL_NAME_INVALID: { operation: 'query GetMovie @mcpTool(name: "get-movie") { movie { id } }' },
  TOOL_NAME_RESERVED: { operation: 'query constructor { movie { id } }' },
  TOOL_NAME_TAKEN: {
    operation:
      'query Find { movie { id } }\nquery Search @mcpTool(name: "Find") { movie { title } }',
  },
  TOOL_NAME_AMBIGUOUS: {
    operation: 'query getMovie { movie { id } }\nquery GetMovie { movie { title } }',
  },
  MUTATION_NOT_SERVED: {
    schema: 'type Query { movie: String }\ntype Mutation { rename: String }',
    operation: 'mutation Rename { rename }',
    settings: { mutations: 'explicit' },
    remark: 'With `mutations: explicit` in the configuration.',
  },
  OUTPUT_SCHEMA_COLLAPSED: {
    operation: 'query GetMovie { movie { id title sequel { id title } } }',
    settings: { maxSchemaNodes: 14 },
    remark: 'With `limits: { maxSchemaNodes: 14 }` in the configuration.',
  },
  OUTPUT_SCHEMA_DROPPED: {
    schema: 'scalar Length\ntype Query { length: Length }',
    operation: 'query GetLength { length }',
    settings: { scalars: new Map([['Length', { type: 'text' as 'string' }]]) },
    remark: 'With `scalars: { Length: { type: text } }`: JSON Schema has no type `text`.',
  },
  INPUT_SCHEMA_REFUSED: {
    schema: 'scalar Code\ntype Query { byCode(code: Code): String }',
    operation: 'query ByCode($code: Code) { byCode(code: $code) }',
    settings: { profile: 'full', scalars: new Map([['Code', { type: 'string', pattern: '(' }]]) },
    remark: 'With `profile: full` and `scalars: { Code: { type: string, pattern: "(" } }`.',
  },
  INPUT_SCHEMA_COLLAPSED: {
    schema:
      'input Filter { title: String and: [Filter!] or: [Filter!] }\ntype Query { movies(filter: Filter): String }',
    operation: 'query Movies($filter: Filter) { movies(filter: $filter) }',
    settings: { maxSchemaNodes: 8 },
    remark: 'With `limits: { maxSchemaNodes: 8 }` in the configuration.',
  },
  ARGUMENT_NAME_INVALID: {
    operation: `query GetMovie($${long}: ID) {\n  movie(id: $${long}) { id }\n}`,
  },
  ARGUMENT_NAME_RESERVED: {
    operation: 'query GetMovie($id: ID @mcpParam(name: "__proto__")) { movie(id: $id) { id } }',
  },
  ARGUMENT_NAME_TAKEN: {
    operation:
      'query Movies($a: ID, $b: ID @mcpParam(name: "a")) {\n  a: movie(id: $a) { id }\n  b: movie(id: $b) { id }\n}',
  },
  ARGUMENT_HEADER_INVALID: {
    operation: 'query GetMovie($id: ID @mcpParam(mcpHeader: "movie id")) { movie(id: $id) { id } }',
  },
  ARGUMENT_HEADER_TYPE: {
    schema: 'type Query { movies(ids: [ID!]): String }',
    operation: 'query Movies($ids: [ID!] @mcpParam(mcpHeader: "Ids")) { movies(ids: $ids) }',
  },
  ARGUMENT_BINDING_INVALID: {
    operation:
      'query GetMovie($id: ID @mcpParam(fromClaim: "movie", fromEnv: "MOVIE")) { movie(id: $id) { id } }',
  },
  ARGUMENT_BINDING_FORBIDDEN: {
    operation: 'query GetMovie($id: ID @mcpParam(fromEnv: "API_TOKEN")) { movie(id: $id) { id } }',
  },
  ARGUMENT_SETTINGS_UNUSED: {
    operation:
      'query GetMovie($id: ID @mcpParam(fromClaim: "movie", description: "Which.")) { movie(id: $id) { id } }',
  },
  ARGUMENT_EXAMPLE_INVALID: {
    operation: 'query GetMovie($id: ID @mcpParam(examples: [true])) { movie(id: $id) { id } }',
  },
  ARGUMENT_KEY_LONG: {
    schema: `input Filter { ${long}: ID }\ntype Query { movies(filter: Filter): String }`,
    operation: 'query Movies($filter: Filter) { movies(filter: $filter) }',
  },
  ARGUMENT_NAME_INHERITED: {
    schema: `input Filter { constructor: String, year: Int }
type Query { races(filter: Filter): String }`,
    operation: 'query Races($filter: Filter) { races(filter: $filter) }',
  },
  ARGUMENT_NAME_MISTAKEN: {
    operation: 'query GetMovie($default: ID) { movie(id: $default) { id } }',
  },
  TOOL_SETTINGS_UNUSED: {
    operation: 'query GetMovie { movie { id } }',
    settings: { tools: new Map([['GetMovies', { title: 'Films' }]]) },
    remark: 'With `tools: { GetMovies: … }` in the configuration.',
  },
  SCALAR_SETTINGS_UNUSED: {
    operation: 'query GetMovie { movie { id } }',
    settings: { scalars: new Map([['DateTime', { type: 'string' }]]) },
    remark: 'With `scalars: { DateTime: … }` in the configuration, where the schema has none.',
  },
  SCALAR_UNKNOWN: {
    schema: 'scalar Mark\ntype Query { movies(after: Mark): String }',
    operation: 'query Movies($after: Mark) { movies(after: $after) }',
  },
  TOOL_UNDESCRIBED: { operation: 'query GetMovie { movie { id } }' },
  CATALOG_TOOLS_MANY: {
    operation: Array.from({ length: 41 }, (_, at) => `query Movie${at} { movie { id } }`).join(
      '\n',
    ),
    remark: 'More than 40 operations.',
  },
  CATALOG_TOKENS_MANY: {
    operation: Array.from(
      { length: 30 },
      (_, at) =>
        `"""${'Long text. '.repeat(170)}"""\nquery Movie${at} {\n  movie { id ${'sequel { id '.repeat(25)}${'}'.repeat(25)} }\n}`,
    ).join('\n'),
    remark: 'Operations whose descriptions and schemas take more than 20,000 tokens together.',
  },

  GRAPHQL_SYNTAX: { operation: 'query GetMovie { movie { id }' },
  GRAPHQL_TOO_DEEP: {
    operation: `query GetMovie { ${'movie { '.repeat(2_000)} id ${'}'.repeat(2_000)} }`,
    remark: 'Thousands of braces within braces.',
  },
  FILES_NOT_FOUND: { remark: 'An `operations` glob that matches nothing.' },
  IMPORT_NOT_FOUND: { operation: '#import "./title.graphql"\nquery GetMovie { movie { id } }' },
  IMPORT_OUTSIDE: {
    operation: '#import "../../elsewhere/title.graphql"\nquery GetMovie { movie { id } }',
  },
  FRAGMENT_AMBIGUOUS: {
    operation: 'query GetMovie { movie { ...Part } }',
    files: {
      'operations/one.graphql': 'fragment Part on Movie { id }',
      'operations/two.graphql': 'fragment Part on Movie { title }',
    },
    remark: 'Where two other files define `Part` differently.',
  },
  OPERATION_ANONYMOUS_AGAIN: { operation: '{ movie { id } }\n{ movie { title } }' },
  OPERATION_FILE_HAS_TYPES: { operation: 'query GetMovie { movie { id } }\ntype Extra { id: ID }' },
  OPERATIONS_MISSING: { operation: 'fragment Title on Movie { title }' },

  SCHEMA_NO_QUERY: { schema: 'type Movie { id: ID }', operation: 'query A { a }' },
  SCHEMA_FILE_HAS_OPERATIONS: {
    schema: 'type Query { movie: String }\nquery GetMovie { movie }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_TYPE_CONFLICT: {
    schema: 'type Query { movie: Movie }\ntype Movie { id: ID }\nenum Movie { A }',
    operation: 'query GetMovie { movie { id } }',
  },
  SCHEMA_TYPE_DUPLICATE: {
    schema: 'type Query { movie: Movie }\ntype Movie { id: ID }\ntype Movie { title: String }',
    operation: 'query GetMovie { movie { id } }',
  },
  SCHEMA_MEMBER_DUPLICATE: {
    schema: 'type Query { movie: String movie: Int }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_DEFINITION_DUPLICATE: {
    schema:
      'schema { query: Query }\nschema { query: Reads }\ntype Query { movie: String }\ntype Reads { movie: String }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_DIRECTIVE_DUPLICATE: {
    schema: 'directive @a on FIELD\ndirective @a on QUERY\ntype Query { movie: String }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_EXTENSION_WITHOUT_BASE: {
    schema: 'extend type Query { movie: String }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_TYPE_MISSING: {
    schema: 'type Query { movie: Movie }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_TYPE_MISUSED: {
    schema: 'type Movie { id: ID }\ntype Query { movie: String find(movie: Movie): String }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_ROOT_INVALID: {
    schema: 'schema { query: Query mutation: Changes }\ntype Query { movie: String }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_INTERFACE_INCOMPLETE: {
    schema:
      'interface Node { id: ID! }\ntype Movie implements Node { title: String }\ntype Query { movie: Movie }',
    operation: 'query GetMovie { movie { id } }',
  },
  SCHEMA_DEFAULT_ENDLESS: {
    schema: 'type Query { movie(filter: Filter): String }\ninput Filter { not: Filter = {} }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_DIRECTIVE_UNDECLARED: {
    schema: 'type Query { movie: String @tag(name: "x") }',
    operation: 'query GetMovie { movie }',
  },
  SCHEMA_DIRECTIVE_MISPLACED: {
    schema: 'type Query { movie: Movie }\ntype Movie @deprecated { id: ID }',
    operation: 'query GetMovie { movie { id } }',
  },
  SCHEMA_DIRECTIVE_ARGUMENT_UNDECLARED: {
    schema:
      'directive @tag(name: String) on FIELD_DEFINITION\ntype Query { movie: String @tag(label: "x") }',
    operation: 'query GetMovie { movie }',
  },
};

/** Codes that no text of a schema or operation alone brings about. */
export const withoutExample: ReadonlySet<string> = new Set([
  // what only a fault of the gateway could cause: the linter is the last to look
  'TOOL_SHAPE_REFUSED',
  'TOOL_TEXT_MISSING',
  'TEXT_TOO_LONG',
  'TEXT_HIDDEN_CHARACTERS',
  // several upstreams
  'TOOL_NAME_PREFIXED',
  // files that cannot be read, manifests, endpoints
  'FILE_UNREADABLE',
  'FILE_TOO_LARGE',
  'FILE_NOT_UTF8',
  'JSON_SYNTAX',
  'MANIFEST_FORMAT_UNKNOWN',
  'MANIFEST_ENTRY_INVALID',
  'MANIFEST_ID_TAKEN',
  'LINKS_TOO_MANY',
]);
