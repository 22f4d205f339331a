import type { CallContext } from '../core/call.ts';

/** Alternating names and values, the form that undici takes. */
export type FlatHeaders = readonly string[];

export interface HeaderSettings {
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string };
  /** Headers of the caller's request to forward: name → name upstream. */
  readonly forwardHeaders?: { readonly [name: string]: string };
}

/** Returns the headers of one call: static, forwarded and trace context. */
export type HeadersOf = (context: CallContext) => FlatHeaders;

/** Valid header values; anything else is a smuggling attempt or a mistake. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Creates the function that returns the headers of each call.
 *
 * Headers of the caller's request:
 *
 * | header                        | forwarded                                              |
 * | ----------------------------- | ------------------------------------------------------ |
 * | listed in `forwardHeaders`    | under the configured name                              |
 * | `traceparent`, `tracestate`   | when well-formed (W3C Trace Context)                   |
 * | hop-by-hop, `content-*`, `mcp-*` | never: rejected in the configuration                |
 * | named by `Connection`         | never: hop-by-hop (RFC 9110)                           |
 * | any that contains the gateway's token | never                                          |
 *
 * The last row prevents a token issued for the gateway from being used elsewhere: if the gateway
 * authenticates the caller, `Authorization` is not forwarded even if it is listed. Without
 * authentication in the gateway it is forwarded if listed. A static header wins over a forwarded one
 * of the same name.
 */
export function createHeadersOf(settings: HeaderSettings): HeadersOf {
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
  const isAuthenticated = caller.subject !== undefined;
  const credential = isAuthenticated ? credentialOf(headers.get('authorization')) : undefined;
  for (const [from, to] of forwarded) {
    const value = headers.get(from);
    if (!value || perConnection.includes(from) || !fieldValue.test(value)) continue;
    if (isAuthenticated && from === 'authorization') continue;
    if (credential && value.includes(credential)) continue;
    all.push(to, value);
  }
}

/** The secret part of an `Authorization` header, after the scheme. */
function credentialOf(authorization: string | null | undefined): string | undefined {
  return authorization?.replace(/^\S+\s+/, '').trim() || undefined;
}

const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
/** The least length to support: https://www.w3.org/TR/trace-context/#tracestate-limits */
const maxTraceState = 512;

function addTrace(all: string[], parent: string, state: string): void {
  if (!traceparent.test(parent)) return;
  all.push('traceparent', parent);
  if (state && state.length <= maxTraceState && fieldValue.test(state)) {
    all.push('tracestate', state);
  }
}
