import type { CallContext } from '../core/caller.ts';

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
 * | hop-by-hop, `content-*`, `mcp-*` | never: a configuration that lists them is refused   |
 * | named by `Connection`         | never: RFC 9110 makes them hop-by-hop                  |
 * | the token that opened the gateway | never, whatever header holds it                    |
 *
 * The last row is what keeps a token issued for the gateway from being spent elsewhere: when the
 * gateway knows the caller, `Authorization` holds that token and stays here even when it is listed.
 * Without authentication in the gateway the header is the API's own affair, and passes when listed.
 * A static header wins over a forwarded one of the same name.
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
