import { loadDiagnostic, type LoadCode } from '../model/diagnostics.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember, parseJsonObject } from '../../core/json.ts';
import type { HttpResult } from '../../http/client.ts';
import { headerOf, type HttpResponse } from '../../http/exchange.ts';
import type { NetworkError } from '../../http/network-errors.ts';
import { namesFeature } from './query.ts';

/** The result of one introspection request. */
export type Verdict =
  | { readonly kind: 'schema'; readonly json: unknown }
  /** The server rejected the query; a simpler one may succeed. */
  | { readonly kind: 'rejected'; readonly errors: string; readonly problem: Diagnostic }
  /** The same request may succeed later. */
  | { readonly kind: 'transient'; readonly problem: Diagnostic }
  | { readonly kind: 'final'; readonly problem: Diagnostic };

/** Judges the result of an introspection request. */
export function judgeResult(
  result: Exclude<HttpResult, { readonly kind: 'stopped' }>,
  endpoint: string,
): Verdict {
  switch (result.kind) {
    case 'response':
      return judgeResponse(result, endpoint);
    case 'broken':
      return networkVerdict(result.error, endpoint);
    case 'too-large':
      return final('INTROSPECTION_TOO_LARGE', endpoint, [
        'answered introspection with more than 64 MiB',
        'Set `schema` to an SDL file of the API.',
      ]);
    case 'redirect':
      return final('INTROSPECTION_REDIRECTED', endpoint, [
        `redirects to ${result.target ?? 'another address'} (HTTP status ${result.status})`,
        'Set `endpoint` to the address it redirects to.',
      ]);
    case 'undecodable':
      return final('INTROSPECTION_NOT_GRAPHQL', endpoint, [
        'answered introspection with a body that cannot be decompressed',
        'Check whether a proxy in front of the API alters its responses.',
      ]);
  }
}

/** The verdict on a request that its time limit ended. */
export function stoppedVerdict(endpoint: string): Verdict {
  return transient('INTROSPECTION_TIMEOUT', endpoint, [
    'did not answer introspection in time',
    'Check whether the API is running, or set `schema` to an SDL file of the API.',
  ]);
}

function judgeResponse(response: HttpResponse, endpoint: string): Verdict {
  const { status } = response;
  const text = response.body.toString('utf8').replace(/^\uFEFF/, '');
  const body = parseJsonObject(text);
  const data = body && ownMember(body, 'data');
  if (isJsonObject(data) && isJsonObject(ownMember(data, '__schema'))) {
    return { kind: 'schema', json: body };
  }
  if (status === 401 || status === 403) {
    return final('INTROSPECTION_UNAUTHORIZED', endpoint, [
      `refused introspection with HTTP status ${status}`,
      'Check `headers` (--header on the command line) and `introspection.headers`: the credentials are missing, wrong or expired.',
    ]);
  }
  const errors = body && errorMessages(body);
  // a few servers answer a query they do not understand with 500
  if (errors && (!isTransientStatus(status) || namesFeature(errors))) {
    return judgeErrors(errors, endpoint);
  }
  if (status >= 400) return judgeStatus(status, endpoint);
  const contentType = headerOf(response.headers, 'content-type');
  const isHtml = /html/i.test(contentType) || /^\s*</.test(text);
  const content = isHtml ? 'an HTML page' : body ? 'JSON without "data" or "errors"' : 'no JSON';
  return final('INTROSPECTION_NOT_GRAPHQL', endpoint, [
    `answered introspection with ${content}`,
    'Set `endpoint` to the address of the GraphQL API, not of a page about it.',
  ]);
}

function judgeErrors(errors: string, endpoint: string): Verdict {
  const isDisabled =
    /introspection/i.test(errors) &&
    /not allowed|disabled|forbidden|not permitted|denied/i.test(errors);
  if (isDisabled) {
    return final('INTROSPECTION_DISABLED', endpoint, [
      'does not allow introspection',
      'Get the SDL from the operator of the API, and set `schema` to its file.',
    ]);
  }
  const problem = problemOf('INTROSPECTION_REFUSED', endpoint, [
    `answered introspection with errors: ${errors}`,
    'Fix the error reported by the API, or set `schema` to an SDL file of the API.',
  ]);
  return { kind: 'rejected', errors, problem };
}

function judgeStatus(status: number, endpoint: string): Verdict {
  const what = `answered introspection with HTTP status ${status}`;
  return isTransientStatus(status)
    ? transient('INTROSPECTION_STATUS', endpoint, [
        what,
        'Check the API, or set `schema` to an SDL file of the API.',
      ])
    : final('INTROSPECTION_STATUS', endpoint, [
        what,
        'Set `endpoint` to the address of the GraphQL API.',
      ]);
}

function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function networkVerdict({ kind, code, predicate }: NetworkError, endpoint: string): Verdict {
  if (kind === 'connect-timeout') return stoppedVerdict(endpoint);
  const hint =
    kind === 'certificate'
      ? 'Set `http.caFile` to the certificate of the certificate authority.'
      : 'Check whether the API is running and `endpoint` is right, or set `schema` to an SDL file of the API.';
  const reason = code === '' ? predicate : `${predicate} (${code})`;
  return transient('INTROSPECTION_UNREACHABLE', endpoint, [reason, hint]);
}

/** The messages of a response's errors, shortened; undefined if there are none. */
function errorMessages(body: object): string | undefined {
  const errors = ownMember(body, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const messages = errors
    .map((error: unknown) => (isJsonObject(error) ? ownMember(error, 'message') : undefined))
    .filter((message) => typeof message === 'string');
  const text = messages.join('; ').replaceAll(/[\s\p{Cc}]+/gu, ' ') || 'without a message';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** The rest of a sentence that starts with the origin, and the hint. */
type Explanation = readonly [predicate: string, hint: string];

function final(code: LoadCode, endpoint: string, explanation: Explanation): Verdict {
  return { kind: 'final', problem: problemOf(code, endpoint, explanation) };
}

function transient(code: LoadCode, endpoint: string, explanation: Explanation): Verdict {
  return { kind: 'transient', problem: problemOf(code, endpoint, explanation) };
}

/** Names only the origin: path and query of an endpoint may contain keys. */
function problemOf(code: LoadCode, endpoint: string, [predicate, hint]: Explanation): Diagnostic {
  const origin = URL.canParse(endpoint) ? new URL(endpoint).origin : 'The endpoint';
  return loadDiagnostic(code, `${origin} ${predicate.replace(/\.?$/, '.')}`, { hint });
}
