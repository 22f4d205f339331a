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
    const isTraced = traced && Boolean(context.headers.get('traceparent'));
    if (forwarded.length === 0 && !isTraced) return flat;
    const readHeader = createHeaderReader(context);
    const all = [...flat];
    for (const [from, to] of forwarded) {
      const value = readHeader(from);
      if (value) all.push(to, value);
    }
    if (isTraced) addTrace(all, readHeader('traceparent') ?? '', readHeader('tracestate') ?? '');
    return all;
  };
}

/** Returns a header of the caller, named in lower case, that may leave the gateway. */
export type ReadHeader = (name: string) => string | undefined;

/**
 * Creates the reader of a call's headers that may be sent to an API, in a header or a variable.
 *
 * It never returns what opened the gateway: if the caller is authenticated, neither `Authorization`
 * nor any value that contains its credential.
 */
export function createHeaderReader({ headers, caller }: CallContext): ReadHeader {
  const perConnection = listOf(headers.get('connection') ?? '');
  const isAuthenticated = caller.subject !== undefined;
  const credential = isAuthenticated ? credentialOf(headers.get('authorization')) : undefined;
  return function readHeader(name) {
    const value = headers.get(name) ?? undefined;
    if (value === undefined || perConnection.has(name) || !fieldValue.test(value)) return undefined;
    if (isAuthenticated && name === 'authorization') return undefined;
    return credential && value.includes(credential) ? undefined : value;
  };
}

/** The items of a header that is a list, in lower case; an item may have any amount of white space. */
function listOf(value: string): ReadonlySet<string> {
  if (value === '') return noItems;
  return new Set(value.split(',').map((item) => item.trim().toLowerCase()));
}

const noItems: ReadonlySet<string> = new Set();

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
  if (state && state.length <= maxTraceState) all.push('tracestate', state);
}
