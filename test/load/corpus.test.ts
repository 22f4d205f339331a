import { readFileSync } from 'node:fs';
import {
  buildSchema,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  validate,
  visit,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/core/diagnostic.ts';
import { createLoadCache } from '../../src/load/operations/cache.ts';
import { loadSources } from '../../src/load/load-sources.ts';
import { findFiles } from '../../src/load/files/find-files.ts';
import { starterOperations } from '../../src/load/starters/starter-operations.ts';
import { corpora, corpusFolder, hasCorpora } from './corpora.ts';
import { upstreamOf } from './sources-folder.ts';

const globs = { schema: 'schema/**/*.graphql', operations: 'operations/**/*.graphql' };

function load(
  name: string,
  options: { schema: string | string[]; operations: string | string[] } = globs,
) {
  const base = corpusFolder(name);
  return loadSources(upstreamOf(options), {
    folders: { base, displayBase: base },
    cache: createLoadCache(),
  });
}

/** Every second from the front, then the others from the back. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const odd = items.filter((_, index) => index % 2 === 1);
  return [...odd, ...items.filter((_, index) => index % 2 === 0).reverse()];
}

/** graphql 17 has rules about deprecation that 16 does not have. */
function isNoMatterOfVersion({ message }: Diagnostic): boolean {
  return !message.includes('must not be deprecated');
}

/** Without empty descriptions, which graphql 17 prints for arguments and 16 does not. */
function sorted(schema: GraphQLSchema): string {
  const document = parse(printSchema(lexicographicSortSchema(schema)));
  return print(visit(document, { StringValue: ({ value }) => (value === '' ? null : undefined) }));
}

/** Some take seconds on a slow machine, for they are large. */
const patience = { timeout: 120_000 };

describe.runIf(hasCorpora).each(corpora)('the corpus $name', patience, ({ name, ...counts }) => {
  it('loads completely', async () => {
    const { operations, diagnostics } = await load(name);
    const count = (kind: string) =>
      operations.filter(({ operation }) => operation.operation === kind).length;
    expect(diagnostics.filter(isNoMatterOfVersion)).toEqual([]);
    expect({
      queries: count('query'),
      mutations: count('mutation'),
      subscriptions: count('subscription'),
      anonymous: operations.filter(({ operation }) => !operation.name).length,
    }).toEqual(counts);
  });

  it('loads the same sources for every order of files', async () => {
    const base = corpusFolder(name);
    const folders = { base, displayBase: base };
    const filesOf = async (glob: string) =>
      shuffled((await findFiles([glob], folders)).files.map(({ displayPath }) => displayPath));
    const one = await load(name);
    const other = await load(name, {
      schema: await filesOf(globs.schema),
      operations: await filesOf(globs.operations),
    });
    expect(printSchema(other.schema)).toBe(printSchema(one.schema));
    expect(other.operations.map(({ place }) => place)).toEqual(
      one.operations.map(({ place }) => place),
    );
    expect([...other.operations[0]!.fragments.keys()]).toEqual([
      ...one.operations[0]!.fragments.keys(),
    ]);
  });

  it('has the schema that graphql builds', async () => {
    const base = corpusFolder(name);
    const { files } = await findFiles([globs.schema], { base, displayBase: base });
    const text = files.map(({ path }) => readFileSync(path, 'utf8')).join('\n');
    const { schema } = await load(name);
    expect(printSchema(lexicographicSortSchema(schema))).toBe(
      printSchema(lexicographicSortSchema(buildSchema(text))),
    );
  });

  it('has a valid starter operation for each root field', async () => {
    const { schema } = await load(name);
    const { operations, unknown } = starterOperations(schema);
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(unknown).toEqual([]);
    expect(operations.map(({ field }) => field)).toEqual(fields);
    expect(new Set(operations.map((operation) => operation.name)).size).toBe(fields.length);
    const broken = operations.flatMap(({ name: operation, text }) =>
      validate(schema, parse(text)).map(({ message }) => `${operation}: ${message}`),
    );
    expect(broken).toEqual([]);
  });
});

const introspected = ['githunt', 'railway', 'star-wars'];

describe.runIf(hasCorpora).each(introspected)('the introspection of %s', patience, (name) => {
  it('yields the schema of the SDL', async () => {
    const one = await load(name);
    const other = await load(name, { ...globs, schema: 'introspection.json' });
    expect(other.diagnostics.filter(isNoMatterOfVersion)).toEqual([]);
    expect(sorted(other.schema)).toBe(sorted(one.schema));
  });
});
