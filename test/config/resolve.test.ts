import { describe, expect, it } from 'vitest';
import { prepare } from './prepare.ts';

describe('resolveConfig', () => {
  it('fills in the defaults of a file of three lines', () => {
    const { config } = prepare(
      'schema: schema/*.graphql\noperations: operations/**/*.graphql\nendpoint: http://a',
    );
    expect(config).toMatchInlineSnapshot(`
      {
        "audit": undefined,
        "auth": {
          "enabled": false,
          "issuers": [],
          "openDiscovery": false,
          "required": false,
          "scopes": [],
          "tokens": [],
        },
        "instructions": undefined,
        "limits": {
          "callsPerMinute": undefined,
          "concurrentCalls": undefined,
          "maxBodyBytes": 1048576,
          "maxResultBytes": 100000,
          "maxSchemaBytes": 32768,
          "maxSchemaNodes": 1500,
          "toolCallsPerMinute": undefined,
          "toolsPageSize": 500,
          "totalCallsPerMinute": undefined,
        },
        "lockFile": "tools.lock.json",
        "locked": false,
        "logLevel": "info",
        "name": "graphql-mcp-gateway",
        "profile": "portable",
        "prompts": [],
        "resources": false,
        "server": {
          "allowedHosts": undefined,
          "allowedOrigins": [],
          "drainMs": 10000,
          "host": "127.0.0.1",
          "loopback": true,
          "maxStreams": 1000,
          "path": "/mcp",
          "port": 4000,
          "publicUrl": undefined,
          "sse": true,
          "streams": false,
          "watch": true,
          "workers": 1,
        },
        "strict": false,
        "upstreams": Map {
          "default" => {
            "accessToken": undefined,
            "bindableEnvironment": [],
            "callerHeaders": Map {},
            "endpoint": "http://a",
            "errors": [],
            "forwardHeaders": Map {},
            "headers": Map {},
            "http": {
              "attempts": 3,
              "breakerFailures": 10,
              "breakerMs": 5000,
              "caFile": undefined,
              "maxConcurrent": 128,
              "maxQueued": 10000,
              "maxResponseBytes": 16777216,
              "maxUploadBytes": 1048576,
              "method": "POST",
              "shareInFlight": false,
            },
            "inlineOperations": [],
            "introspection": {
              "cacheFile": ".graphql-mcp-gateway/schema-default.json",
              "headers": Map {},
              "refreshMs": 0,
            },
            "keepExtensions": [],
            "manifestMutations": "none",
            "manifests": [],
            "mutations": "all",
            "name": "default",
            "nullAsAbsent": false,
            "operations": [
              "operations/**/*.graphql",
            ],
            "persisted": "document",
            "persistedPrefix": "",
            "prefix": undefined,
            "scalars": Map {},
            "schema": [
              "schema/*.graphql",
            ],
            "scopesFromSchema": false,
            "timeoutMs": 50000,
            "tools": Map {},
            "validateOutput": "enforce",
            "validation": "strict",
          },
        },
      }
    `);
  });

  it('names a single API default', () => {
    const { config } = prepare('endpoint: http://a');
    expect([...config.upstreams.keys()]).toEqual(['default']);
  });

  it('keeps several upstreams apart', () => {
    const { config } = prepare(
      'upstreams: { films: { endpoint: http://a }, books: { endpoint: http://b } }',
    );
    const [films, books] = [...config.upstreams.values()];
    expect([films?.name, films?.operations, films?.introspection.cacheFile]).toEqual([
      'films',
      ['operations/films/**/*.graphql'],
      '.graphql-mcp-gateway/schema-films.json',
    ]);
    expect([books?.name, books?.endpoint]).toEqual(['books', 'http://b']);
  });

  it('expects no operation files if operations have another source', () => {
    const file = 'endpoint: http://a\ninlineOperations: ["query A { a }"]';
    expect(prepare(file).config.upstreams.get('default')?.operations).toEqual([]);
  });

  it('excludes mutations of manifests by default', () => {
    const resolve = (more: string) =>
      prepare(`endpoint: http://a\n${more}`).config.upstreams.get('default');
    expect(resolve('')).toMatchObject({ mutations: 'all', manifestMutations: 'none' });
    expect(resolve('mutations: all')).toMatchObject({ manifestMutations: 'all' });
    expect(resolve('mutations: explicit')).toMatchObject({ manifestMutations: 'explicit' });
  });

  it('changes the defaults of sse and allowedHosts if the network can reach the server', () => {
    const open = prepare('endpoint: http://a\nserver: { host: 0.0.0.0 }').config.server;
    expect([open.loopback, open.sse, open.allowedHosts]).toEqual([false, false, ['*']]);
    const asked = prepare(
      'endpoint: http://a\nserver: { host: 0.0.0.0, sse: true, allowedHosts: [films.example] }',
    ).config.server;
    expect([asked.sse, asked.allowedHosts]).toEqual([true, ['films.example']]);
  });

  it('serves HTTP+SSE from a single process only, by default', () => {
    const { server } = prepare('endpoint: http://a\nserver: { workers: 2 }').config;
    expect([server.workers, server.sse]).toEqual([2, false]);
  });

  it('keeps names from outside in maps', () => {
    const { config } = prepare(
      'endpoint: http://a\nheaders: { constructor: x }\nscalars: { __proto__: { type: string } }',
    );
    expect(config.upstreams.get('default')?.headers).toEqual(new Map([['constructor', 'x']]));
    expect(config.upstreams.get('default')?.scalars).toEqual(
      new Map([['__proto__', { type: 'string' }]]),
    );
  });

  it.each([
    ['false', undefined],
    ['true', '.graphql-mcp-gateway/schema-default.json'],
    ['cache/x.json', 'cache/x.json'],
  ])('resolves the cache file %s', (given, expected) => {
    const { config } = prepare(`endpoint: http://a\nintrospection: { cacheFile: ${given} }`);
    expect(config.upstreams.get('default')?.introspection.cacheFile).toBe(expected);
  });
});
