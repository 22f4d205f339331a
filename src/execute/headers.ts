import { isForwardable, isSendable } from '../config/header-rules.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { CallContext } from '../core/caller.ts';
import { GatewayError } from '../core/gateway-error.ts';

/** Headers as undici takes them: name, value, name, value. */
export type FlatHeaders = readonly string[];

/** What decides the headers of a request to the API. */
export interface HeaderSettings {
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string };
  /** Headers of the caller's request that are passed on: its name → the name upstream. */
  readonly forwardHeaders?: { readonly [name: string]: string };
}

/** Gives the headers of one call: the static ones, those passed on, and the trace context. */
export type HeadersOf = (context: CallContext) => FlatHeaders;

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** What may stand in a header's value; anything else is a smuggling attempt or a mistake. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Makes the function that gives each call its headers.
 *
 * What comes from the caller's request:
 *
 * | header                        | passed on                                              |
 * | ----------------------------- | ------------------------------------------------------ |
 * | listed in `forwardHeaders`    | under the name given there                             |
 * | `traceparent`, `tracestate`   | when well-formed (W3C Trace Context)                   |
 * | hop-by-hop, `content-*`, `mcp-*` | never, listed or not                                |
 * | named by `Connection`         | never: RFC 9110 makes them hop-by-hop                  |
 * | the token that opened the gateway | never, whatever header holds it                    |
 *
 * The last row is what keeps a token issued for the gateway from being spent elsewhere: when the
 * gateway knows the caller, `Authorization` holds that token and stays here even when it is listed.
 * Without authentication in the gateway the header is the API's own affair, and passes when listed.
 * A static header wins over a forwarded one of the same name.
 */
export function createHeadersOf(settings: HeaderSettings): HeadersOf {
  refuseUnusable(settings);
  const fixed = Object.entries(settings.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const names = new Set(fixed.map(([name]) => name));
  const forwarded = Object.entries(settings.forwardHeaders ?? {})
    .map(([from, to]) => [from.toLowerCase(), to.toLowerCase()] as const)
    .filter(([, to]) => !names.has(to));
  const flat = fixed.flat();
  const traced = !names.has('traceparent');
  return function headersOf(context) {
    const trace = traced ? context.headers.get('traceparent') : undefined;
    if (forwarded.length === 0 && !trace) return flat;
    const all = [...flat];
    if (forwarded.length > 0) addForwarded(all, forwarded, context);
    if (trace) addTrace(all, trace, context.headers.get('tracestate') ?? '');
    return all;
  };
}

function addForwarded(
  all: string[],
  forwarded: readonly (readonly [from: string, to: string])[],
  { headers, caller }: CallContext,
): void {
  const perConnection = (headers.get('connection') ?? '').toLowerCase().split(/\s*,\s*/);
  const known = caller.subject !== undefined;
  const credential = known ? credentialOf(headers.get('authorization')) : undefined;
  for (const [from, to] of forwarded) {
    const value = headers.get(from);
    if (!value || perConnection.includes(from) || !fieldValue.test(value)) continue;
    if (known && from === 'authorization') continue;
    if (credential && value.includes(credential)) continue;
    all.push(to, value);
  }
}

/** The secret part of an `Authorization` header: what follows the scheme. */
function credentialOf(authorization: string | null | undefined): string | undefined {
  return authorization?.replace(/^\S+\s+/, '').trim() || undefined;
}

const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
/** The length that https://www.w3.org/TR/trace-context/#tracestate-limits asks for at least. */
const maxTraceState = 512;

function addTrace(all: string[], parent: string, state: string): void {
  if (!traceparent.test(parent)) return;
  all.push('traceparent', parent);
  if (state && state.length <= maxTraceState && fieldValue.test(state)) {
    all.push('tracestate', state);
  }
}

/** Throws a `GatewayError` for headers that cannot be sent. */
function refuseUnusable({ headers = {}, forwardHeaders = {} }: HeaderSettings): void {
  const findings: Diagnostic[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!token.test(lower) || !isSendable(lower)) findings.push(unusable(name, 'headers'));
    else if (!fieldValue.test(value)) findings.push(badValue(name));
  }
  for (const [from, to] of Object.entries(forwardHeaders)) {
    for (const name of [from, to]) {
      const lower = name.toLowerCase();
      if (!token.test(lower) || !isForwardable(lower)) {
        findings.push(unusable(name, 'forwardHeaders'));
      }
    }
  }
  if (findings.length > 0) throw new GatewayError(findings);
}

function unusable(name: string, option: string): Diagnostic {
  return {
    code: 'HEADER_NOT_ALLOWED',
    severity: 'error',
    message: `Header "${name}" cannot stand in "${option}".`,
    hint: 'Remove it: it is no header name, or the gateway sets it itself, or it concerns one connection only.',
  };
}

function badValue(name: string): Diagnostic {
  return {
    code: 'HEADER_VALUE_INVALID',
    severity: 'error',
    message: `The value of header "${name}" holds characters that no header may hold.`,
    hint: 'Remove line breaks and characters beyond Latin-1.',
  };
}
