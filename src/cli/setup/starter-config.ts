import { basename, relative, sep } from 'node:path';
import { stringify } from 'yaml';

/** The contents of the configuration that `init` writes. */
export interface StarterConfig {
  /** Name of the server. */
  readonly name: string;
  readonly endpoint: string;
  /** Headers, with references to the environment as values. */
  readonly headers: ReadonlyMap<string, string>;
  /** File of trusted certificates, relative to the configuration. */
  readonly caFile?: string | undefined;
  /** Path of the JSON Schema for editors, relative to the configuration. */
  readonly editorSchema: string | undefined;
}

/** Formats a starter `gateway.yaml`. */
export function formatStarterConfig({
  name,
  endpoint,
  headers,
  caFile,
  editorSchema,
}: StarterConfig): string {
  const hint =
    editorSchema === undefined ? [] : [`# yaml-language-server: $schema=${editorSchema}`];
  return [
    ...hint,
    '# All options: "Configuration" in the documentation of graphql-mcp-gateway.',
    '',
    '# Name of the server, as clients show it.',
    stringify({ name }),
    '# Schema of the API. Without this line the gateway introspects the endpoint at every start.',
    stringify({ schema: 'schema/*.graphql' }),
    '# Each operation in these files becomes one tool.',
    stringify({ operations: 'operations/**/*.graphql' }),
    '# URL of the API.',
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
 * Names the server after the host: `films` for `https://api.films.example/graphql`. If the host is an
 * address or this machine, names it after the folder.
 */
export function serverName(endpoint: string, folder: string): string {
  const { hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { hostname: '' };
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const labels = isAddress ? [] : hostname.split('.');
  const label = labels.find((text) => text !== '' && !commonLabels.has(text));
  const name = label ?? basename(folder).replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  // each run of dashes becomes one, so that at most one is at either end
  return name.replaceAll(/-+/g, '-').replaceAll(/^-|-$/g, '') || 'graphql';
}

/** Labels that hosts of many APIs share. */
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

/** Headers of the file, and the variables that they refer to. */
export interface HeaderReferences {
  readonly headers: ReadonlyMap<string, string>;
  readonly variables: readonly string[];
}

/**
 * Replaces values of headers by references to the environment: `API_AUTHORIZATION` for
 * `Authorization: Bearer x`. Values that are references already do not change.
 */
export function referToHeaders(values: ReadonlyMap<string, string>): HeaderReferences {
  const entries = [...values].map(([name, value]) => {
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
 * Returns the path of the published JSON Schema if it is stable: in the `node_modules` of the
 * folder, or in the folder of the package itself.
 */
export function editorSchemaPath(folder: string, packageFolder: string): string | undefined {
  const path = relative(folder, packageFolder).split(sep).join('/');
  if (path.startsWith('..')) return undefined;
  return `${path === '' ? '.' : `./${path}`}/docs/gateway.schema.json`;
}
