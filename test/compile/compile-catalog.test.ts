import { buildSchema } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { createCompileCache } from '../../src/compile/cache.ts';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { catalogText } from '../support/corpus.ts';
import { catalogOf, sourcesOf } from '../support/sources.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  type Movie implements Node { id: ID! title: String }
  type Person implements Node { id: ID! name: String }
  type Query { movie(id: ID): Movie node(id: ID!): Node }
  type Mutation { rename(id: ID!, title: String!): Movie remove(id: ID!): Boolean }
`);

const files = {
  'b.graphql':
    'query b { movie { ...Part } } mutation Rename($id: ID!) { rename(id: $id, title: "") { id } }',
  'a.graphql':
    'query A { node(id: 1) { __typename ... on Person { name } ...Part } } fragment Part on Movie { title }',
  'c.graphql':
    'mutation Remove @mcpTool(title: "Remove") { remove(id: 1) } query Broken { nothing }',
};

describe('a catalog', () => {
  it('sorts tools by name, in the order of code units', () => {
    expect([...catalogOf(schema, files).tools.keys()]).toEqual(['A', 'Remove', 'Rename', 'b']);
  });

  it('compiles the same catalog for every order of the files', () => {
    const text = catalogText(catalogOf(schema, files));
    const sources = sourcesOf(schema, files);
    const reversed = { ...sources, operations: [...sources.operations].reverse() };
    expect(catalogText(compileCatalog(reversed, defaultCompileSettings))).toBe(text);
    const shuffled = Object.fromEntries(Object.entries(files).reverse());
    expect(catalogText(catalogOf(schema, shuffled))).toBe(text);
  });

  it('estimates tokens by the bytes of the published JSON', () => {
    const { tools, estimatedTokens } = catalogOf(schema, files);
    const sizes = [...tools.values()].map((tool) => {
      const { name, title, description, annotations, inputSchema, outputSchema } = tool;
      const seen = { name, title, description, annotations, inputSchema, outputSchema };
      return [tool.estimatedTokens, Math.ceil(Buffer.byteLength(JSON.stringify(seen)) / 4)];
    });
    expect(sizes.map(([estimated]) => estimated)).toEqual(sizes.map(([, measured]) => measured));
    expect(estimatedTokens).toBe(sizes.reduce((sum, [size = 0]) => sum + size, 0));
  });

  it('changes the fingerprint if and only if clients see a change', () => {
    const before = catalogOf(schema, files).fingerprint;
    const with_ = (text: string) => catalogOf(schema, { ...files, 'd.graphql': text }).fingerprint;
    const added = with_('query D { movie { id } }');
    expect(added).not.toBe(before);
    expect(with_('query D { movie { id title } }')).not.toBe(added);
    expect(with_('# says something\nquery D { movie { id } }')).not.toBe(added);
    expect(with_('query D { movie(id: 2) { id } }')).toBe(added);
    expect(with_('query D @mcpTool(hidden: true) { movie { id } }')).toBe(before);
  });

  it('sorts diagnostics of reading and compiling together', () => {
    const unreadable = {
      code: 'GRAPHQL_SYNTAX',
      severity: 'error' as const,
      message: 'There is a syntax error.',
      hint: 'Correct it.',
      place: { file: 'a.graphql', line: 9, column: 1 },
    };
    const sources = { ...sourcesOf(schema, files), diagnostics: [unreadable] };
    const { skipped } = compileCatalog(sources, defaultCompileSettings);
    expect(skipped.map(({ code }) => code)).toEqual(['GRAPHQL_SYNTAX', 'OPERATION_INVALID']);
  });

  it('warns about settings of operations and scalars that do not exist', () => {
    const { diagnostics } = catalogOf(schema, files, {
      tools: new Map([['remov', { title: 'x' }]]),
      scalars: new Map([['DateTime', { type: 'string' }]]),
    });
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'SCALAR_SETTINGS_UNUSED The configuration has a schema for the scalar "DateTime", which does not exist.',
      'TOOL_SETTINGS_UNUSED The configuration has settings for the operation "remov", which does not exist. Did you mean "Remove"?',
    ]);
  });
});

describe('in another locale and time zone', () => {
  const { TZ, LC_ALL } = process.env;
  afterEach(() => {
    Object.assign(process.env, { TZ: TZ ?? '', LC_ALL: LC_ALL ?? '' });
  });

  it('compiles the same catalog', () => {
    const text = catalogText(catalogOf(schema, files));
    Object.assign(process.env, { TZ: 'Asia/Kolkata', LC_ALL: 'tr_TR.UTF-8' });
    expect(catalogText(catalogOf(schema, files))).toBe(text);
  });
});

describe('mutations', () => {
  const served = (mutations: 'all' | 'explicit' | 'none') =>
    [...catalogOf(schema, files, { mutations }).tools.keys()].filter((name) =>
      name.startsWith('Re'),
    );

  it.each([
    ['all', ['Remove', 'Rename']],
    ['explicit', ['Remove']],
    ['none', []],
  ] as const)('of files are served as `mutations: %s` says', (mutations, names) => {
    expect(served(mutations)).toEqual(names);
  });

  it('treats mutations with settings in the configuration as explicit', () => {
    const tools = new Map([['Rename', {}]]);
    const { skipped } = catalogOf(schema, files, { mutations: 'explicit', tools });
    expect(skipped.map(({ tool }) => tool)).toEqual(['Broken']);
  });

  it.each([
    [undefined, []],
    ['explicit', ['Remove']],
    ['all', ['Remove', 'Rename']],
  ] as const)('of manifests are served only when asked for: %s', (manifestMutations, names) => {
    const sources = sourcesOf(schema, files);
    const operations = sources.operations.map((one) => ({ ...one, origin: 'manifest' as const }));
    const settings = {
      ...defaultCompileSettings,
      ...(manifestMutations && { manifestMutations }),
    };
    const { tools } = compileCatalog({ ...sources, operations }, settings);
    expect([...tools.keys()].filter((name) => name.startsWith('Re'))).toEqual(names);
  });

  it('reports mutations that are not served', () => {
    const { skipped } = catalogOf(schema, files, { mutations: 'none' });
    expect(skipped.map(({ code, tool }) => `${code} ${tool}`)).toEqual([
      'MUTATION_NOT_SERVED Rename',
      'MUTATION_NOT_SERVED Remove',
      'OPERATION_INVALID Broken',
    ]);
  });
});

describe('a compile with the cache of the previous one', () => {
  const cached = () => {
    const cache = createCompileCache();
    compileCatalog(sourcesOf(schema, files), defaultCompileSettings, cache);
    return cache;
  };

  it('keeps unchanged tools and their validators', () => {
    const cache = createCompileCache();
    const compile = (texts: Record<string, string>) =>
      compileCatalog(sourcesOf(schema, texts), defaultCompileSettings, cache).tools;
    const before = compile(files);
    const after = compile({
      ...files,
      'b.graphql': `# moved down\n${files['b.graphql']} query Z { movie { id } }`,
    });
    expect(after.get('A')?.prepareArguments).toBe(before.get('A')?.prepareArguments);
    expect(after.get('Rename')?.outputSchema).toBe(before.get('Rename')?.outputSchema);
    expect(after.get('Rename')?.place).toEqual({ file: 'b.graphql', line: 2, column: 31 });
    // the comment above it describes the first operation, which is therefore another one
    expect(after.get('b')?.description).not.toBe(before.get('b')?.description);
    expect(after.has('Z')).toBe(true);
  });

  it('compiles the operations of a changed fragment again', () => {
    const texts = { ...files, 'a.graphql': files['a.graphql'].replace('{ title }', '{ id }') };
    const { tools } = compileCatalog(sourcesOf(schema, texts), defaultCompileSettings, cached());
    const data = tools.get('b')?.outputSchema?.properties['data'];
    expect(data?.properties?.['movie']?.required).toEqual(['id']);
  });

  it.each([
    ['the profile', { profile: 'full' as const }],
    ['a scalar', { scalars: new Map([['ID', { type: 'integer' as const }]]) }],
    ['the settings of a tool', { tools: new Map([['A', { title: 'Other' }]]) }],
  ])('compiles again if %s changed', (_, changed) => {
    const settings = { ...defaultCompileSettings, ...changed };
    const sources = sourcesOf(schema, files);
    const fresh = compileCatalog(sources, settings);
    expect(catalogText(compileCatalog(sources, settings, cached()))).toBe(catalogText(fresh));
  });

  it('compiles again if the schema is another object', () => {
    const other = buildSchema('type Query { movie: Int node(id: ID): Int }');
    const { tools } = compileCatalog(sourcesOf(other, files), defaultCompileSettings, cached());
    expect(tools.size).toBe(0);
  });
});
