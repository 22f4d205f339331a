import { basename, relative, sep } from 'node:path';
import { stringify } from 'yaml';

/** What the configuration that `init` writes says. */
export interface InitConfig {
  /** What clients are to call the server. */
  readonly name: string;
  readonly endpoint: string;
  /** Names of headers, and what stands for their values in the file. */
  readonly headers: ReadonlyMap<string, string>;
  /** File of certificates to trust, relative to the file; absent where none was named. */
  readonly caFile?: string | undefined;
  /** Path of the JSON Schema for editors, relative to the file; absent where there is none. */
  readonly editorSchema: string | undefined;
}

/** Writes a `gateway.yaml` to start from. */
export function initConfigText({
  name,
  endpoint,
  headers,
  caFile,
  editorSchema,
}: InitConfig): string {
  const hint =
    editorSchema === undefined ? [] : [`# yaml-language-server: $schema=${editorSchema}`];
  return [
    ...hint,
    '# Every option: "Configuration" in the documentation of graphql-mcp-gateway.',
    '',
    '# What clients show.',
    stringify({ name }),
    "# The API's types. Without this line the gateway asks the endpoint for them at every start.",
    stringify({ schema: 'schema/*.graphql' }),
    '# Each operation in these files becomes one tool.',
    stringify({ operations: 'operations/**/*.graphql' }),
    '# Where operations are sent.',
    stringify({ endpoint }),
    ...(headers.size === 0
      ? []
      : [
          '# Sent with every request. Secrets stay in the environment.',
          stringify({ headers: Object.fromEntries(headers) }),
        ]),
    ...(caFile === undefined ? [] : [stringify({ http: { caFile } })]),
  ].join('\n');
}

/**
 * Names the server: `films` for `https://api.films.example/graphql`. Where the host says nothing (an
 * address, or this machine), after the folder.
 */
export function serverName(endpoint: string, folder: string): string {
  const { hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { hostname: '' };
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const labels = isAddress ? [] : hostname.split('.');
  const said = labels.find((label) => label !== '' && !commonLabels.has(label));
  const name = said ?? basename(folder).replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  return name.replaceAll(/^-+|-+$/g, '') || 'graphql';
}

/** First parts of hosts that many APIs have. */
const commonLabels: ReadonlySet<string> = new Set([
  'api',
  'apis',
  'gateway',
  'gql',
  'graph',
  'graphql',
  'localhost',
  'www',
]);

/** Headers as the file has them, and the variables that have to be set for it. */
export interface HeaderReferences {
  readonly headers: ReadonlyMap<string, string>;
  readonly variables: readonly string[];
}

/**
 * Keeps values out of the file: `Authorization: Bearer x` becomes a reference to the variable
 * `API_AUTHORIZATION`. A value that refers to the environment already stays as it is.
 */
export function headerReferences(given: ReadonlyMap<string, string>): HeaderReferences {
  const entries = [...given].map(([name, value]) => {
    if (value.includes('${env:')) return { name, value, variable: undefined };
    const variable = `API_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
    return { name, value: `\${env:${variable}}`, variable };
  });
  return {
    headers: new Map(entries.map(({ name, value }) => [name, value])),
    variables: entries.flatMap(({ variable }) => variable ?? []),
  };
}

/**
 * Path of the published JSON Schema from a folder, where it will be there tomorrow: in the
 * `node_modules` of the folder, or when the folder is the package's own.
 */
export function editorSchemaPath(folder: string, packageFolder: string): string | undefined {
  const path = relative(folder, packageFolder).split(sep).join('/');
  if (path.startsWith('..')) return undefined;
  return `${path === '' ? '.' : `./${path}`}/docs/gateway.schema.json`;
}
