import type { ExecutionOutcome } from '../core/call.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { memoize, memoizeWeakly } from '../core/memo.ts';
import type { Operation, Tool } from '../core/tool.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { FlatHeaders } from './caller/headers.ts';
import { failure } from './model/failures.ts';
import type { UploadBody } from './upload.ts';

/** How the operation is identified: see `persisted` of the configuration. */
export type PersistedMode = 'document' | 'apq' | 'documentId' | 'apolloId';

/** The members of a GraphQL request that identify the operation. */
export type RequestForm =
  /** The document alone. */
  | 'document'
  /** The document with its hash, which registers it for automatic persisted queries. */
  | 'register'
  /** The hash alone. */
  | 'hash'
  /** `documentId` of the GraphQL over HTTP specification, appendix A. */
  | 'documentId'
  /** The id in Apollo's `persistedQuery` extension. */
  | 'apolloId';

/** Writes the HTTP request of a call. */
export interface RequestWriter {
  write(tool: Tool, variables: string, form: RequestForm, headers: FlatHeaders): HttpRequest;
  /** Writes the multipart request of a call that uploads files. */
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
 * Headers of GET and multipart requests: Apollo Server and Hot Chocolate reject requests that a
 * browser would send without a preflight, unless such a header is present.
 */
const preflighted = [...baseHeaders, 'apollo-require-preflight', 'true', 'graphql-preflight', '1'];

/** Longer URLs are rejected by servers and proxies; such queries are sent with POST. */
const maxUrlLength = 8_000;

/**
 * Creates a writer for one endpoint.
 *
 * Only the variables differ between the calls of a tool, so the text before them is cached per tool.
 *
 * @param idPrefix prefix of ids from manifests, and of hashes used as ids.
 */
export function createRequestWriter(
  endpoint: URL,
  method: 'POST' | 'GET',
  idPrefix = '',
): RequestWriter {
  const path = `${endpoint.pathname}${endpoint.search}`;
  const separator = endpoint.search ? '&' : '?';
  const postStartOf = cacheByForm((tool, form) => writeMembers(membersOf(tool, form, idPrefix)));
  const getStartOf = cacheByForm((tool, form) => writeParameters(membersOf(tool, form, idPrefix)));

  return {
    write(tool, variables, form, headers) {
      if (method === 'GET' && tool.operation.kind === 'query') {
        const start = getStartOf(tool)(form);
        const address = `${path}${separator}${start}${encodeURIComponent(variables)}`;
        if (address.length <= maxUrlLength) {
          return { method, path: address, headers: [...preflighted, ...headers], body: null };
        }
      }
      const start = postStartOf(tool)(form);
      return {
        method: 'POST',
        path,
        headers: [...postHeaders, ...headers],
        body: `${start}${variables}}`,
      };
    },
    writeUpload(tool, { operations, body, contentType }, headers) {
      const start = postStartOf(tool)('document');
      return {
        method: 'POST',
        path,
        headers: [...preflighted, 'content-type', contentType, ...headers],
        body: body(`${start}${operations}}`),
      };
    },
  };
}

/** Caches the part of a tool's requests that precedes the variables, by form. */
function cacheByForm(write: (tool: Tool, form: RequestForm) => string) {
  return memoizeWeakly((tool: Tool) => memoize((form: RequestForm) => write(tool, form)));
}

function membersOf(
  { operation }: Tool,
  form: RequestForm,
  idPrefix: string,
): readonly (readonly [string, unknown])[] {
  const name = ['operationName', operation.name] as const;
  const id = persistedIdOf(operation, idPrefix);
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

/** The id of the operation in the API; ids of a manifest may already contain the prefix. */
function persistedIdOf({ persistedId, hash }: Operation, idPrefix: string): string | undefined {
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

/** Chooses the form of a request, and the next one if the server does not know the operation. */
export interface PersistedStrategy {
  /** The form of the first request. */
  first(): RequestForm;
  /** The form of the next request after `outcome`; undefined if the outcome is final. */
  next(sent: RequestForm, outcome: ExecutionOutcome): RequestForm | undefined;
}

/**
 * Creates the strategy of a mode.
 *
 * | mode         | first        | the server answers               | then                         |
 * | ------------ | ------------ | -------------------------------- | ---------------------------- |
 * | `document`   | document     |                                  |                              |
 * | `apq`        | hash         | `PERSISTED_QUERY_NOT_FOUND`      | document and hash            |
 * |              |              | `PERSISTED_QUERY_NOT_SUPPORTED`  | document, from now on        |
 * |              |              | that there is no query           | document; from now on if that succeeds |
 * | `documentId` | id           |                                  |                              |
 * | `apolloId`   | id           |                                  |                              |
 *
 * A server that does not know a hash has executed nothing, so mutations can be sent again too.
 *
 * @param onUnsupported called once if the server does not support automatic persisted queries.
 */
export function createPersistedStrategy(
  mode: PersistedMode,
  onUnsupported: () => void = () => undefined,
): PersistedStrategy {
  if (mode !== 'apq') return { first: () => mode, next: () => undefined };
  let supported = true;
  function remember(): void {
    if (supported) onUnsupported();
    supported = false;
  }
  return {
    first: () => (supported ? 'hash' : 'document'),
    next(sent, outcome) {
      if (sent === 'document') {
        if (supported && hasData(outcome)) remember();
        return undefined;
      }
      if (sent === 'hash' && hasSignal(outcome, notFound)) return 'register';
      if (hasSignal(outcome, notSupported)) {
        remember();
        return 'document';
      }
      return sent === 'hash' && missesDocument(outcome) ? 'document' : undefined;
    },
  };
}

/**
 * Returns the outcome of a call, without blame for the agent: an API that expects a document although
 * an id was sent does not fit the configuration.
 */
export function judgeForm(sent: RequestForm, outcome: ExecutionOutcome): ExecutionOutcome {
  const isId = sent === 'documentId' || sent === 'apolloId';
  if (!isId || outcome.kind !== 'response' || !missesDocument(outcome)) return outcome;
  return failure(
    'UPSTREAM_MISMATCH',
    'The GraphQL API does not accept ids of operations instead of documents.',
    { detail: `Set "persisted" to a form that the API supports, such as "document".` },
  );
}

/** Code and message of an error; early servers sent only the message. */
type Signal = readonly [code: string, message: string];
const notFound: Signal = ['PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'];
const notSupported: Signal = ['PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'];

function hasSignal(outcome: ExecutionOutcome, [code, message]: Signal): boolean {
  return errorsIn(outcome).some((error) => {
    const extensions = ownMember(error, 'extensions');
    if (isJsonObject(extensions) && ownMember(extensions, 'code') === code) return true;
    return messageOf(error).includes(message);
  });
}

function hasData(outcome: ExecutionOutcome): boolean {
  return (
    outcome.kind === 'validated' || (outcome.kind === 'response' && Boolean(outcome.body.data))
  );
}

/**
 * Returns whether a server found no query in a request, such as `Must provide query string.`
 *
 * Such an error has no path, because nothing was executed. Servers without GraphQL errors answer with
 * status 400.
 */
function missesDocument(outcome: ExecutionOutcome): boolean {
  if (outcome.kind === 'failure') return outcome.classification === 'BAD_REQUEST';
  const errors = errorsIn(outcome);
  return (
    !hasData(outcome) &&
    errors.every((error) => ownMember(error, 'path') === undefined) &&
    errors.some((error) => namesQuery(messageOf(error)))
  );
}

/** Errors of variables may contain the word as the name of a variable. */
function namesQuery(message: string): boolean {
  return /\b(query|document|operation)\b/i.test(message) && !/variable/i.test(message);
}

const maxErrorsRead = 20;

function errorsIn(outcome: ExecutionOutcome): readonly object[] {
  if (outcome.kind !== 'response' || !Array.isArray(outcome.body.errors)) return [];
  const errors: readonly unknown[] = outcome.body.errors;
  return errors.slice(0, maxErrorsRead).filter(isJsonObject);
}

function messageOf(error: object): string {
  const message = ownMember(error, 'message');
  return typeof message === 'string' ? message.slice(0, 500) : '';
}
