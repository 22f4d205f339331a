import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { initCommand } from '../../src/cli/commands/init.ts';
import {
  editorSchemaPath,
  referToHeaders,
  serverName,
} from '../../src/cli/setup/starter-config.ts';
import { prepare, refusalOf } from '../config/prepare.ts';
import { createTestContext } from './streams.ts';

const sdl = `
  type Query {
    "All films."
    films(first: Int, genre: String): [Film!]!
    film(id: ID!): Film
  }
  type Mutation { addFilm(title: String!): Film! old: Int @deprecated }
  type Film { id: ID! title: String! director: Person }
  type Person { id: ID! name: String! }
`;

let server: Server;
let endpoint = '';
let folder = '';
/** The Authorization headers that the API saw. */
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  const yoga = createYoga({ schema: buildSchema(sdl), logging: false });
  server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    if (request.url === '/closed') {
      response.writeHead(401).end();
      return;
    }
    void yoga(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gateway-init-')));
  seen.length = 0;
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function init(
  args: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { context, output } = createTestContext(folder, env);
  expect(await initCommand.run({ context, args, options })).toBe(0);
  return output.text();
}

async function written(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');

describe('init', () => {
  it('writes a configuration, the schema and operations for the named fields', async () => {
    expect(await init([endpoint], { fields: ['films,film'] })).toBe(
      [
        'Wrote 4 files:',
        '  gateway.yaml',
        '  schema/schema.graphql',
        '  operations/listFilms.graphql',
        '  operations/film.graphql',
        '',
        'Next:',
        '  graphql-mcp-gateway inspect         show the tools',
        '  graphql-mcp-gateway call listFilms  call one',
        '  graphql-mcp-gateway serve           serve them, and show how to add them to a client',
        '  graphql-mcp-gateway add             list 1 more field of the API',
        '',
      ].join('\n'),
    );
    expect(prepare(await read('gateway.yaml')).options).toEqual({
      name: basename(folder),
      schema: 'schema/*.graphql',
      operations: 'operations/**/*.graphql',
      endpoint,
    });
    expect(buildSchema(await read('schema/schema.graphql')).getQueryType()?.name).toBe('Query');
    expect(await read('operations/film.graphql')).toContain('query film($id: ID!)');
  });

  it('writes a few queries, and no mutation, by default', async () => {
    await init([endpoint]);
    expect(await written()).toEqual([
      'film.graphql',
      'gateway.yaml',
      'listFilms.graphql',
      'schema.graphql',
    ]);
  });

  it('keeps the values of headers out of the file', async () => {
    const header = ['Authorization: Bearer s3cret'];
    const printed = await init([endpoint], { header, fields: ['film'] });
    const file = await read('gateway.yaml');
    expect(seen).toEqual(['Bearer s3cret']);
    expect(file).not.toContain('s3cret');
    expect(prepare(file, { API_AUTHORIZATION: 'x' }).options.headers).toEqual({
      Authorization: 'x',
    });
    expect(printed).toContain('  export API_AUTHORIZATION=…');
  });

  it('keeps references to the environment', async () => {
    const header = ['Authorization: Bearer ${env:TOKEN}'];
    await init([endpoint], { header, fields: ['film'] }, { TOKEN: 's3cret' });
    expect(seen).toEqual(['Bearer s3cret']);
    expect(await read('gateway.yaml')).toContain('Authorization: Bearer ${env:TOKEN}');
  });

  it('uses the endpoint of the environment by default', async () => {
    await init([], { fields: ['film'] }, { GRAPHQL_MCP_ENDPOINT: endpoint });
    expect(prepare(await read('gateway.yaml')).options.endpoint).toBe(endpoint);
  });

  it('prints next steps with npx if npx started it', async () => {
    const printed = await init([endpoint], {}, { npm_command: 'exec' });
    expect(printed).toContain('  npx graphql-mcp-gateway inspect ');
  });

  it('writes the file of certificates to the configuration', async () => {
    const caFile = join(import.meta.dirname, '..', 'fixtures', 'tls', 'cert.pem');
    await writeFile(join(folder, 'ca.pem'), await readFile(caFile));
    expect(await refusalOf(() => init([endpoint], { caFile: 'no.pem' }))).toEqual([
      `error CA_FILE_UNREADABLE: The certificates in ${JSON.stringify(join(folder, 'no.pem'))} cannot be read. Set \`http.caFile\` to a file of PEM certificates.`,
    ]);
    await init([endpoint], { fields: ['film'], caFile: 'ca.pem' });
    expect(prepare(await read('gateway.yaml')).options.http).toEqual({ caFile: 'ca.pem' });
  });

  const move = 'Move it away, or run init in another folder.';
  const add =
    'Run "graphql-mcp-gateway add" to write operations for more fields, or run init in another folder.';

  it.each([
    ['gateway.yaml', add],
    ['gateway.json', add],
    ['schema/schema.graphql', move],
    ['operations/film.graphql', move],
  ])('writes nothing if %s exists', async (path, hint) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), 'mine');
    expect(await refusalOf(() => init([endpoint], { fields: ['film'] }))).toEqual([
      `error CLI_FILE_EXISTS: ${path} already exists; nothing was written. ${hint}`,
    ]);
    expect(await written()).toHaveLength(1);
    expect(await read(path)).toBe('mine');
  });

  it('suggests fields for misspelled ones, and writes nothing', async () => {
    expect(await refusalOf(() => init([endpoint], { fields: ['flims,film,constructor'] }))).toEqual(
      [
        'error CLI_UNKNOWN_FIELD: The schema has no root field "flims". Did you mean "films" or "film"? Nothing was written; the API has films, film, addFilm.',
        'error CLI_UNKNOWN_FIELD: The schema has no root field "constructor". Nothing was written; the API has films, film, addFilm.',
      ],
    );
    expect(await written()).toEqual([]);
  });

  it('reports a wrong endpoint', async () => {
    expect(await refusalOf(() => init([]))).toEqual([
      'error CLI_NO_ENDPOINT: No API was passed. Pass the URL of its endpoint.',
    ]);
    expect(await refusalOf(() => init(['localhost:4000']))).toEqual([
      'error CONFIG_WRONG_VALUE: "endpoint" must be a URL that starts with http:// or https://, or example:films, but is the text "localhost:4000". URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
    ]);
  });

  it('names the URL of the command line without its secrets', async () => {
    const { origin } = new URL(endpoint);
    expect(await refusalOf(() => init([`${origin}/nope`]))).toEqual([
      `error INTROSPECTION_STATUS: ${origin}/nope answered introspection with HTTP status 404. Check that this is the URL of the GraphQL API, which often ends in /graphql, and that the API works.`,
    ]);
    const url = `${origin}/nope/\${env:KEY}?key=s3cret`;
    expect(await refusalOf(() => init([url], {}, { KEY: 's3cret' }))).toEqual([
      `error INTROSPECTION_STATUS: ${origin}/nope/\${env:KEY} answered introspection with HTTP status 404. Check that this is the URL of the GraphQL API, which often ends in /graphql, and that the API works.`,
    ]);
    expect(
      await refusalOf(() => init([], {}, { GRAPHQL_MCP_ENDPOINT: `${origin}/s3cret` })),
    ).toEqual([
      `error INTROSPECTION_STATUS: ${origin} answered introspection with HTTP status 404. Check that this is the URL of the GraphQL API, which often ends in /graphql, and that the API works.`,
    ]);
  });

  it('suggests --header, or to check the credentials', async () => {
    const url = new URL('/closed', endpoint).href;
    expect(await refusalOf(() => init([url]))).toEqual([
      `error INTROSPECTION_UNAUTHORIZED: ${url} refused introspection with HTTP status 401. Pass the credentials as --header 'Authorization: Bearer \${env:API_TOKEN}', in the form that the API requires; the variable keeps them out of the file.`,
    ]);
    const header = ['Authorization: Bearer ${env:KEY}'];
    expect(await refusalOf(() => init([url], { header }, { KEY: 'old' }))).toEqual([
      `error INTROSPECTION_UNAUTHORIZED: ${url} refused introspection with HTTP status 401. The API rejects the credentials of --header: check the value of the environment variable, the name of the header, and whether the API requires "Bearer" before the token.`,
    ]);
  });

  it('gives no hints about a configuration', async () => {
    expect(await refusalOf(() => init(['http://127.0.0.1:9/graphql']))).toEqual([
      'error INTROSPECTION_UNREACHABLE: http://127.0.0.1:9/graphql cannot be reached: it refuses connections (ECONNREFUSED). Check that the API is running and that this is its URL.',
    ]);
  });

  it('sets up a folder for the example without a network', async () => {
    await init(['example:films'], { fields: ['movie'] });
    expect(await written()).toContain('gateway.yaml');
  });
});

describe('referToHeaders', () => {
  it('names variables after headers', () => {
    const { headers, variables } = referToHeaders(new Map([['x-api.key', 'secret']]));
    expect(headers).toEqual(new Map([['x-api.key', '${env:API_X_API_KEY}']]));
    expect(variables).toEqual(['API_X_API_KEY']);
  });
});

describe('serverName', () => {
  it.each([
    ['https://api.films.example/graphql', '/p/x', 'films'],
    ['https://countries.example.com/', '/p/x', 'countries'],
    ['https://graphql.localhost/', '/p/shop', 'shop'],
    ['http://localhost:4000/graphql', '/p/My films!', 'My-films'],
    ['http://127.0.0.1:4000/graphql', '/p/shop', 'shop'],
    ['http://[::1]:4000/graphql', '/p/shop', 'shop'],
    ['https://api.example/graphql', '/p/x', 'example'],
    ['http://localhost/', '/', 'graphql'],
    ['example:films', '/p/shop', 'shop'],
  ])('names the server of %s in %s: %s', (endpoint, folder, expected) => {
    expect(serverName(endpoint, folder)).toBe(expected);
  });
});

describe('editorSchemaPath', () => {
  it.each([
    ['/p/films', '/p/films', './docs/gateway.schema.json'],
    [
      '/p/films',
      '/p/films/node_modules/graphql-mcp-gateway',
      './node_modules/graphql-mcp-gateway/docs/gateway.schema.json',
    ],
    ['/p/films', '/home/ada/.npm/_npx/1/node_modules/graphql-mcp-gateway', undefined],
  ])('locates the schema from %s if the package is in %s', (from, to, expected) => {
    expect(editorSchemaPath(from, to)).toBe(expected);
  });
});
