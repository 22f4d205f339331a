import type { Operation, Tool } from '../core/tool.ts';
import type { FlatHeaders } from './headers.ts';
import type { UploadBody } from './upload.ts';

/** What is sent of the operation: see `persisted` of the configuration. */
export type PersistedMode = 'document' | 'apq' | 'documentId' | 'apolloId';

/** The members of a GraphQL request that identify the operation. */
export type RequestForm =
  /** The document alone. */
  | 'document'
  /** The document with its hash, which a server with automatic persisted queries remembers. */
  | 'register'
  /** The hash alone. */
  | 'hash'
  /** `documentId` of the GraphQL over HTTP specification, appendix A. */
  | 'documentId'
  /** The id in Apollo's `persistedQuery` extension. */
  | 'apolloId';

/** A request as the connection pool takes it. */
export interface HttpRequest {
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/** Writes the HTTP request of a call. */
export interface RequestWriter {
  write(tool: Tool, variables: string, form: RequestForm, headers: FlatHeaders): HttpRequest;
  /** Writes a multipart request, for a call that uploads files. */
  writeUpload(tool: Tool, upload: UploadBody, headers: FlatHeaders): HttpRequest;
}

const baseHeaders = [
  'accept',
  'application/graphql-response+json, application/json;q=0.9',
  'accept-encoding',
  'gzip, deflate, br',
  'user-agent',
  'graphql-mcp-gateway',
] as const;
const postHeaders = [...baseHeaders, 'content-type', 'application/json'] as const;
/**
 * Apollo Server and Hot Chocolate refuse what a web page could send without asking first, which
 * GET and multipart requests are, unless a header shows that it was no web page.
 */
const preflighted = [...baseHeaders, 'apollo-require-preflight', 'true', 'graphql-preflight', '1'];

/** Longer addresses are refused by servers and proxies: such a query is posted instead. */
const maxUrlLength = 8_000;

/**
 * Makes a writer for one endpoint.
 *
 * All but the variables of a request is the same for every call of a tool, so the JSON text before
 * them is made once a tool and kept as long as the tool lives.
 *
 * @param idPrefix put before the ids of manifests, and before hashes that stand for one.
 */
export function createRequestWriter(
  endpoint: URL,
  method: 'POST' | 'GET',
  idPrefix = '',
): RequestWriter {
  const path = `${endpoint.pathname}${endpoint.search}`;
  const separator = endpoint.search ? '&' : '?';
  const postStarts = new WeakMap<Tool, Map<RequestForm, string>>();
  const getStarts = new WeakMap<Tool, Map<RequestForm, string>>();
  const postStart: WriteStart = (tool, form) => writeMembers(membersOf(tool, form, idPrefix));
  const getStart: WriteStart = (tool, form) => writeParameters(membersOf(tool, form, idPrefix));

  return {
    write(tool, variables, form, headers) {
      if (method === 'GET' && tool.operation.kind === 'query') {
        const start = startOf(getStarts, tool, form, getStart);
        const address = `${path}${separator}${start}${encodeURIComponent(variables)}`;
        if (address.length <= maxUrlLength) {
          return { method, path: address, headers: [...preflighted, ...headers], body: null };
        }
      }
      const start = startOf(postStarts, tool, form, postStart);
      return {
        method: 'POST',
        path,
        headers: [...postHeaders, ...headers],
        body: `${start}${variables}}`,
      };
    },
    writeUpload(tool, { operations, body, contentType }, headers) {
      const start = startOf(postStarts, tool, 'document', postStart);
      return {
        method: 'POST',
        path,
        headers: [...preflighted, 'content-type', contentType, ...headers],
        body: body(`${start}${operations}}`),
      };
    },
  };
}

/** Writes what stands before the variables of a tool's requests. */
type WriteStart = (tool: Tool, form: RequestForm) => string;

function startOf(
  starts: WeakMap<Tool, Map<RequestForm, string>>,
  tool: Tool,
  form: RequestForm,
  write: WriteStart,
): string {
  let byForm = starts.get(tool);
  if (!byForm) starts.set(tool, (byForm = new Map()));
  let start = byForm.get(form);
  if (start === undefined) byForm.set(form, (start = write(tool, form)));
  return start;
}

function membersOf(
  { operation }: Tool,
  form: RequestForm,
  idPrefix: string,
): readonly (readonly [string, unknown])[] {
  const name = ['operationName', operation.name] as const;
  const id = knownId(operation, idPrefix);
  switch (form) {
    case 'document':
      return [['query', operation.document], name];
    case 'register':
      return [['query', operation.document], name, apolloExtension(operation.hash)];
    case 'hash':
      return [name, apolloExtension(operation.hash)];
    case 'documentId':
      return [['documentId', id ?? `sha256:${operation.hash}`], name];
    case 'apolloId':
      return [name, apolloExtension(id ?? operation.hash)];
  }
}

/** The id under which the API knows the operation; a manifest may have it whole already. */
function knownId({ persistedId, hash }: Operation, idPrefix: string): string | undefined {
  if (idPrefix === '') return persistedId;
  const id = persistedId ?? hash;
  return id.startsWith(idPrefix) ? id : `${idPrefix}${id}`;
}

function apolloExtension(sha256Hash: string): readonly [string, unknown] {
  return ['extensions', { persistedQuery: { version: 1, sha256Hash } }];
}

function writeMembers(members: readonly (readonly [string, unknown])[]): string {
  const written = members.map(([name, value]) => `"${name}":${JSON.stringify(value)},`);
  return `{${written.join('')}"variables":`;
}

function writeParameters(members: readonly (readonly [string, unknown])[]): string {
  const written = members.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(text)}&`;
  });
  return `${written.join('')}variables=`;
}
