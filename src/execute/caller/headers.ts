import type { Template } from '../../config/rules/template.ts';
import type { CallContext } from '../../core/call.ts';
import type { Failure } from '../model/failures.ts';
import {
  createHeaderReader,
  fieldValue,
  findValue,
  isPrintable,
  missingValue,
  unusableValue,
} from './caller-value.ts';

/** Alternating names and values, the form that undici takes. */
export type FlatHeaders = readonly string[];

export interface HeaderSettings {
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string };
  /** Sent with every request, with values of the caller. */
  readonly callerHeaders?: ReadonlyMap<string, Template>;
  /** Headers of the caller's request to forward: name → name upstream. */
  readonly forwardHeaders?: { readonly [name: string]: string };
}

/** Returns the headers of one call, or why it is refused. */
export type HeadersOf = (context: CallContext) => FlatHeaders | Failure;

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
 * authentication in the gateway it is forwarded if listed. A configured header wins over a forwarded one
 * of the same name. A configured header whose value of the caller is missing refuses the call.
 */
export function createHeadersOf(settings: HeaderSettings): HeadersOf {
  const fixed = Object.entries(settings.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const composed = [...(settings.callerHeaders ?? [])].map(
    ([name, template]) => [name.toLowerCase(), template] as const,
  );
  const names = new Set([...fixed, ...composed].map(([name]) => name));
  const forwarded = Object.entries(settings.forwardHeaders ?? {})
    .map(([from, to]) => [from.toLowerCase(), to.toLowerCase()] as const)
    .filter(([, to]) => !names.has(to));
  const flat = fixed.flat();
  const traced = !names.has('traceparent');
  return function headersOf(context) {
    const isTraced = traced && Boolean(context.headers.get('traceparent'));
    if (forwarded.length === 0 && composed.length === 0 && !isTraced) return flat;
    const all = [...flat];
    for (const [name, template] of composed) {
      const value = renderHeader(template, context);
      if (!isPrintable(value)) return value;
      all.push(name, value);
    }
    const readHeader = createHeaderReader(context);
    for (const [from, to] of forwarded) {
      const value = readHeader(from);
      if (value) all.push(to, value);
    }
    if (isTraced) addTrace(all, readHeader('traceparent') ?? '', readHeader('tracestate') ?? '');
    return all;
  };
}

/** Returns the value of a header; an empty value of the caller counts as missing. */
function renderHeader(template: Template, context: CallContext): string | Failure {
  const texts: string[] = [];
  for (const part of template) {
    if (typeof part === 'string') {
      texts.push(part);
      continue;
    }
    const value = findValue(part, context) ?? '';
    if (!isPrintable(value)) return unusableValue(part, 'is not a text');
    const text = String(value) || part.fallback;
    if (text === undefined) return missingValue(part, context);
    if (!fieldValue.test(text)) return unusableValue(part, 'cannot be sent in a header');
    texts.push(text);
  }
  return texts.join('');
}

const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
/** The least length to support: https://www.w3.org/TR/trace-context/#tracestate-limits */
const maxTraceState = 512;

function addTrace(all: string[], parent: string, state: string): void {
  if (!traceparent.test(parent)) return;
  all.push('traceparent', parent);
  if (state && state.length <= maxTraceState) all.push('tracestate', state);
}
