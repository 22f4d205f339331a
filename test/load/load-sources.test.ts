import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import type { UpstreamOptions } from '../../src/config/upstream-options.ts';
import { GatewayError } from '../../src/core/diagnostic.ts';
import { createLoadCache } from '../../src/load/operations/cache.ts';
import { loadSources, refreshSchema, type LoadContext } from '../../src/load/load-sources.ts';
import { serve } from '../support/servers.ts';
import { serveScript, type ScriptedAnswer } from './loopback.ts';
import { createFolder, lines, upstreamOf, type SourcesFolder } from './sources-folder.ts';

const sdl = 'type Query { a: Int }';

function introspectionOf(text: string): ScriptedAnswer {
  return { body: JSON.stringify({ data: introspectionFromSchema(buildSchema(text)) }) };
}

async function load(
  folder: SourcesFolder,
  options: UpstreamOptions,
  more: Partial<LoadContext> = {},
) {
  const { folders } = folder;
  const timing = { backoffMs: 1 };
  const sources = await loadSources(upstreamOf(options), { folders, timing, ...more });
  return {
    ...sources,
    found: lines(sources.diagnostics),
    names: sources.operations.map((source) => source.operation.name?.value ?? source.fallbackName),
    fields: Object.keys(sources.schema.getQueryType()?.getFields() ?? {}),
  };
}

async function failureOf(loading: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GatewayError)) throw error ?? new Error('nothing was thrown');
  return lines(error.diagnostics);
}

const files = { schema: 'schema/*.graphql', operations: 'ops/*.graphql' };

describe('loadSources', () => {
  it('reads schema, operation files, manifests and the configuration', async () => {
    const folder = createFolder({
      'schema/a.graphql': sdl,
      'ops/a.graphql': 'query A { ...F } fragment F on Query { a }',
      'm.json': '{"h":"query M { a }"}',
    });
    const sources = await load(
      folder,
      { ...files, manifests: 'm.json', inlineOperations: ['query I { ...F }', '{ a }'] },
      { placeOf: (_, index) => ({ file: 'gateway.yaml', line: 9 + index, column: 5 }) },
    );
    expect(sources.found).toEqual([]);
    expect(sources.schemaOrigin).toBe('files');
    expect(sources.operations.map(({ origin, place }) => [origin, place.file, place.line])).toEqual(
      [
        ['file', 'ops/a.graphql', 1],
        ['manifest', 'm.json', 1],
        ['config', 'gateway.yaml', 9],
        ['config', 'gateway.yaml', 10],
      ],
    );
    expect(sources.names).toEqual(['A', 'M', 'I', 'inlineOperation2']);
    expect([...(sources.operations[2]?.fragments.keys() ?? [])]).toEqual(['F']);
    expect(sources.watchPaths).toEqual(
      ['m.json', 'ops', 'schema'].map((name) => `${folder.path}/${name}`),
    );
  });

  it('places inline operations by index without a configuration file', async () => {
    const folder = createFolder({ 'schema/a.graphql': sdl });
    const { found, operations } = await load(folder, {
      schema: 'schema/*.graphql',
      inlineOperations: ['\nquery I { a }', 'query {'],
    });
    expect(operations[0]?.place).toEqual({ file: 'inlineOperations[0]', line: 2, column: 1 });
    expect(found).toEqual([
      'inlineOperations[1]:1:8: error GRAPHQL_SYNTAX: Expected Name, found <EOF>. Correct the GraphQL at this place.',
    ]);
  });

  it('shows places relative to the folder it is passed', async () => {
    const folder = createFolder({ 'g/schema/a.graphql': sdl, 'g/ops/a.graphql': 'query A {' });
    const { found } = await load(folder, files, {
      folders: { base: `${folder.path}/g`, displayBase: folder.path },
    });
    expect(found[0]).toContain('g/ops/a.graphql:1:10: error GRAPHQL_SYNTAX');
  });

  it('reports sources without operations', async () => {
    const folder = createFolder({ 'schema/a.graphql': sdl, 'ops/a.graphql': '# later\n' });
    const { found } = await load(folder, files);
    expect(found).toEqual([
      'error OPERATIONS_MISSING: No operation was found, so there is no tool to serve. Write an operation into a file that the `operations` globs match.',
    ]);
    folder.remove('ops');
    expect((await load(folder, files)).found).toEqual([
      `error FILES_NOT_FOUND: The glob "ops/*.graphql" matches no file in ${folder.path}. There is no "ops": correct the glob, or create it.`,
    ]);
  });

  it('uses a schema passed by code', async () => {
    const folder = createFolder({ 'ops/a.graphql': 'query A { a }' });
    const schema = buildSchema(sdl);
    const sources = await load(folder, { operations: 'ops/*.graphql' }, { schema });
    expect(sources.schema).toBe(schema);
    expect(sources.schemaOrigin).toBe('code');
  });

  it('reads an introspection result from a file', async () => {
    const folder = createFolder({
      'api.json': introspectionOf(sdl).body ?? '',
      'ops/a.graphql': 'query A { a }',
    });
    const { fields, found } = await load(folder, { ...files, schema: 'api.json' });
    expect([fields, found]).toEqual([['a'], []]);
  });
});

describe('without a schema, loading fails', () => {
  const operation = { 'ops/a.graphql': 'query A { a }' };
  const hint = 'Correct the GraphQL at this place.';
  it.each<[string, Readonly<Record<string, string>>, UpstreamOptions, readonly string[]]>([
    [
      'nothing is configured',
      operation,
      { operations: files.operations },
      [
        'error SCHEMA_MISSING: There is no schema: neither `schema` nor `endpoint` is configured. Set `schema` to SDL files, or `endpoint` to the API.',
      ],
    ],
    [
      'a glob matches nothing, though another does',
      { ...operation, 'schema/a.graphql': sdl },
      { ...files, schema: ['schema/*.graphql', 'more/*.graphql'] },
      [
        'error FILES_NOT_FOUND: The glob "more/*.graphql" matches no file in FOLDER. There is no "more": correct the glob, or create it.',
      ],
    ],
    [
      'some files are broken, and so are operations',
      { 'schema/a.graphql': `${sdl} type`, 'schema/b.graphql': '{{', 'ops/a.graphql': 'query {' },
      files,
      [
        `schema/a.graphql:1:27: error GRAPHQL_SYNTAX: Expected Name, found <EOF>. ${hint}`,
        `schema/b.graphql:1:2: error GRAPHQL_SYNTAX: Expected Name, found "{". ${hint}`,
        `ops/a.graphql:1:8: error GRAPHQL_SYNTAX: Expected Name, found <EOF>. ${hint}`,
      ],
    ],
    [
      'an introspection result stands beside SDL',
      { ...operation, 'schema/a.graphql': sdl, 'schema/b.json': '{}' },
      { ...files, schema: 'schema/*' },
      [
        'schema/b.json:1:1: error SCHEMA_SOURCES_MIXED: An introspection result is a whole schema, but the `schema` globs match 2 files. Match this file only, or SDL files only.',
      ],
    ],
    [
      'of invalid JSON',
      { ...operation, 'b.json': '{' },
      { ...files, schema: 'b.json' },
      [
        "b.json:1:2: error JSON_SYNTAX: Invalid JSON: Expected property name or '}'. Correct the JSON at this place, or generate the file again.",
      ],
    ],
  ])('%s', async (_, content, options, expected) => {
    const folder = createFolder(content);
    const found = await failureOf(load(folder, options));
    expect(found).toEqual(expected.map((line) => line.replace('FOLDER', folder.path)));
  });
});

describe('a second load', () => {
  const content = {
    'schema/a.graphql': sdl,
    'ops/a.graphql': 'query A { ...F }',
    'ops/b.graphql': '#import "../near.graphql"\nquery B { ...N }',
    'ops/f.graphql': 'fragment F on Query { a }',
    'near.graphql': 'fragment N on Query { a }',
  };

  it('returns the same objects if nothing changed', async () => {
    const folder = createFolder(content);
    const cache = createLoadCache();
    const first = await load(folder, files, { cache });
    const again = await load(folder, files, { cache });
    expect(again.schema).toBe(first.schema);
    expect(again.operations.map((source, index) => source === first.operations[index])).toEqual([
      true,
      true,
    ]);
  });

  it('returns new objects for changed sources only', async () => {
    const folder = createFolder(content);
    const cache = createLoadCache();
    const first = await load(folder, files, { cache });
    folder.write({ 'ops/a.graphql': 'query A { ...F a }' });
    const edited = await load(folder, files, { cache });
    expect(edited.operations[0]?.operation).not.toBe(first.operations[0]?.operation);
    expect(edited.operations[1]).toBe(first.operations[1]);
    folder.write({ 'near.graphql': 'fragment N on Query { b: a }' });
    const imported = await load(folder, files, { cache });
    expect(imported.operations[0]).toBe(edited.operations[0]);
    expect(imported.operations[1]?.operation).toBe(first.operations[1]?.operation);
    expect(imported.operations[1]?.fragments).not.toBe(first.operations[1]?.fragments);
    expect(imported.schema).toBe(first.schema);
    folder.write({ 'schema/a.graphql': 'type Query { a: Int b: Int }' });
    expect((await load(folder, files, { cache })).fields).toEqual(['a', 'b']);
  });

  it('detects a change that keeps size and time', async () => {
    const folder = createFolder(content);
    const cache = createLoadCache();
    await load(folder, files, { cache });
    folder.write({ 'ops/a.graphql': 'query Z { ...F }' });
    expect((await load(folder, files, { cache })).names).toEqual(['Z', 'B']);
  });

  it('keeps the schema during a broken save', async () => {
    const folder = createFolder(content);
    const cache = createLoadCache();
    const first = await load(folder, files, { cache });
    folder.write({ 'schema/a.graphql': `${sdl} typ` });
    const broken = await load(folder, files, { cache });
    expect(broken.schema).toBe(first.schema);
    expect(broken.stale.map(({ code }) => code)).toEqual(['GRAPHQL_SYNTAX']);
    folder.write({ 'schema/a.graphql': sdl });
    expect((await load(folder, files, { cache })).schema).toBe(first.schema);
  });

  it('forgets removed files', async () => {
    const folder = createFolder(content);
    const cache = createLoadCache();
    const sizes = () => [cache.documents.size, cache.schemaDocuments.size, cache.scopes.size];
    await load(folder, files, { cache });
    expect(sizes()).toEqual([4, 1, 2]);
    folder.remove('ops/b.graphql');
    await load(folder, files, { cache });
    expect(sizes()).toEqual([2, 1, 1]);
  });
});

describe('a schema from an endpoint', () => {
  const operations = { 'ops/a.graphql': 'query A { a }' };
  const cacheFile = '.graphql-mcp-gateway/schema-default.json';
  const down: ScriptedAnswer = { status: 503, body: '' };
  const options = (endpoint: string, attempts = 1): UpstreamOptions => ({
    operations: files.operations,
    endpoint,
    headers: { 'X-Key': 'a' },
    introspection: { headers: { 'X-Admin': 'b' } },
    http: { attempts },
  });
  const failure = (origin: string) =>
    `${origin} answered introspection with HTTP status 503. Check the API, or set \`schema\` to an SDL file of the API.`;

  it('comes from a real server, and is cached', async () => {
    const folder = createFolder(operations);
    const yoga = createYoga({ schema: createSchema({ typeDefs: sdl }), logging: false });
    const url = await serve((request, response) => void yoga(request, response));
    const { fields, found, schemaOrigin, stale } = await load(folder, options(url));
    expect([fields, found, schemaOrigin, stale]).toEqual([['a'], [], 'endpoint', []]);
    expect(readdirSync(`${folder.path}/.graphql-mcp-gateway`)).toEqual(['schema-default.json']);
    expect(readFileSync(`${folder.path}/${cacheFile}`, 'utf8')).not.toContain('127.0.0.1');
    expect(statSync(`${folder.path}/${cacheFile}`).mode & 0o777).toBe(0o600);
  });

  it('is requested with all headers, as often as configured', async () => {
    const folder = createFolder(operations);
    const { endpoint, seen } = await serveScript([down, down, introspectionOf(sdl)]);
    expect((await load(folder, options(endpoint, 3))).fields).toEqual(['a']);
    expect(seen.map(({ headers }) => [headers['x-key'], headers['x-admin']])).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('comes from the cache if the endpoint fails', async () => {
    const folder = createFolder(operations);
    const { endpoint, origin } = await serveScript([introspectionOf(sdl), down]);
    await load(folder, options(endpoint));
    const { fields, found, schemaOrigin, stale } = await load(folder, options(endpoint));
    expect([fields, schemaOrigin]).toEqual([['a'], 'cache']);
    expect(lines(stale)).toEqual(found);
    expect(found).toEqual([
      `${cacheFile}:1:1: warning SCHEMA_FROM_CACHE: The cached copy of the schema is used: ${failure(origin)}`,
    ]);
  });

  it('is missing if the endpoint fails at the first start', async () => {
    const folder = createFolder(operations);
    const { endpoint, origin } = await serveScript([down]);
    expect(await failureOf(load(folder, options(endpoint)))).toEqual([
      `error INTROSPECTION_STATUS: ${failure(origin)}`,
    ]);
  });

  it.each([
    ['{"data":', 'Invalid JSON: Unexpected end of JSON input.'],
    ['{"endpoint":"other","data":{}}', 'It is not a copy of the schema of this endpoint.'],
  ])('does not come from an invalid cache: %s', async (copy, reason) => {
    const folder = createFolder({ ...operations, [cacheFile]: copy });
    const { endpoint, origin } = await serveScript([down, introspectionOf(sdl)]);
    expect(await failureOf(load(folder, options(endpoint)))).toEqual([
      `error INTROSPECTION_STATUS: ${failure(origin)}`,
      `${cacheFile}:1:1: warning SCHEMA_CACHE_UNREADABLE: The cached copy of the schema cannot be used: ${reason} Remove the file; it is written again after the next answer of the endpoint.`,
    ]);
    expect((await load(folder, options(endpoint))).found).toEqual([]);
  });

  it('is not cached if disabled, and warns if it cannot be', async () => {
    const { endpoint } = await serveScript([introspectionOf(sdl)]);
    const without = createFolder(operations);
    const none = { ...options(endpoint), introspection: { cacheFile: false } };
    expect((await load(without, none)).found).toEqual([]);
    expect(existsSync(`${without.path}/.graphql-mcp-gateway`)).toBe(false);
    const blocked = createFolder({ ...operations, '.graphql-mcp-gateway': 'a file' });
    expect((await load(blocked, options(endpoint))).found).toEqual([
      `${cacheFile}:1:1: warning SCHEMA_CACHE_UNWRITABLE: The copy of the schema cannot be written (EEXIST); without it, the gateway cannot start during an outage of the API. Make the folder writable, or set \`introspection.cacheFile\` to another one.`,
    ]);
  });

  it('is requested once until a refresh', async () => {
    const folder = createFolder(operations);
    const cache = createLoadCache();
    const { endpoint, seen } = await serveScript([
      introspectionOf(sdl),
      introspectionOf(sdl),
      introspectionOf('type Query { a: Int b: Int }'),
    ]);
    const context = { folders: folder.folders, timing: { backoffMs: 1 } };
    const first = await load(folder, options(endpoint), { cache });
    expect((await load(folder, options(endpoint), { cache })).schema).toBe(first.schema);
    expect(seen).toHaveLength(1);
    const same = await refreshSchema(upstreamOf(options(endpoint)), context, cache);
    expect(same).toEqual({ changed: false, diagnostics: [] });
    expect((await load(folder, options(endpoint), { cache })).schema).toBe(first.schema);
    const fresh = await refreshSchema(upstreamOf(options(endpoint)), context, cache);
    expect(fresh).toEqual({ changed: true, diagnostics: [] });
    expect((await load(folder, options(endpoint), { cache })).fields).toEqual(['a', 'b']);
    expect(seen).toHaveLength(3);
  });

  it('is kept if a refresh fails, with a warning, and recovers', async () => {
    const folder = createFolder(operations);
    const cache = createLoadCache();
    const { endpoint, origin } = await serveScript([
      introspectionOf(sdl),
      down,
      { body: '{"data":{"__schema":{"queryType":{"name":"Query"},"types":[]}}}' },
      introspectionOf(sdl),
    ]);
    const upstream = upstreamOf(options(endpoint));
    const context = { folders: folder.folders, timing: { backoffMs: 1 } };
    const first = await load(folder, options(endpoint), { cache });
    const failed = await refreshSchema(upstream, context, cache);
    expect(failed.changed).toBe(false);
    const note = `warning SCHEMA_REFRESH_FAILED: The schema could not be refreshed and stays unchanged: ${failure(origin)}`;
    expect(lines(failed.diagnostics)).toEqual([note]);
    const kept = await load(folder, options(endpoint), { cache });
    expect([kept.schema === first.schema, kept.schemaOrigin, kept.found]).toEqual([
      true,
      'kept',
      [note],
    ]);
    expect(lines(kept.stale)).toEqual([note]);
    expect(lines((await refreshSchema(upstream, context, cache)).diagnostics)[0]).toContain(
      'stays unchanged: The introspection result is invalid or incomplete',
    );
    expect((await refreshSchema(upstream, context, cache)).diagnostics).toEqual([]);
    const recovered = await load(folder, options(endpoint), { cache });
    expect([recovered.schemaOrigin, recovered.found, recovered.stale]).toEqual([
      'endpoint',
      [],
      [],
    ]);
    expect(recovered.schema).toBe(first.schema);
  });

  it('is not refreshed if the schema comes from files', async () => {
    const folder = createFolder({ ...operations, 'schema/a.graphql': sdl });
    const upstream = upstreamOf({ ...files, endpoint: 'http://127.0.0.1:1' });
    const context = { folders: folder.folders };
    expect(await refreshSchema(upstream, context, createLoadCache())).toEqual({
      changed: false,
      diagnostics: [],
    });
  });
});
