import type { HeaderSource } from '../../core/call.ts';

/** A request as the routes read it, on a socket (`node.ts`) or of an embedder (`fetch.ts`). */
export interface HttpRequest {
  readonly method: string;
  /** The path and query, decoded; undefined if they are malformed. */
  readonly target: Target | undefined;
  readonly headers: HeaderSource;
  /** The host of a request without a `Host` header. */
  readonly defaultHost: string;
  /** Reads the body, and stops as soon as it is larger than `limit` bytes. */
  readBody(limit: number): Promise<Body>;
  /** Creates a `Request` for code of embedders; its body must not be read. */
  toRequest(): Request;
  /** Calls `listener` if the client disconnects before the end of the response. */
  onGone(listener: () => void): void;
  /** Closes the connection of a client that stopped reading, if the server supports it. */
  readonly disconnect: (() => void) | undefined;
}

/** A response; the adapters write it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: HttpBody;
}

export type HttpBody = string | Bytes | ReadableStream<Uint8Array> | null;
type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>;
export type HeaderRecord = Readonly<Record<string, string>>;

export type Body =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'tooLarge' }
  /** The client disconnected before the end. */
  | { readonly kind: 'broken' };

export interface Target {
  readonly path: string;
  /** With its question mark; empty if there is none. */
  readonly query: string;
}

/**
 * Reads the target of a request: a path, or a URL as proxies send it. Dot segments are resolved and
 * percent-encoded characters decoded, since such paths are equivalent (RFC 3986, section 6.2.2).
 */
export function readTarget(text: string): Target | undefined {
  // nearly always: nothing to resolve or decode
  const plain = /^(?:https?:\/\/[\w.:-]+)?((?:\/[\w-]+)+)$/.exec(text)?.[1];
  if (plain !== undefined) return { path: plain, query: '' };
  const url = text.startsWith('/') ? `http://localhost${text}` : text;
  if (!/^https?:/i.test(url) || url.includes('\\') || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return { path: decode(pathname), query: search };
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Whether an announced length exceeds the limit. */
export function isTooLarge(headers: HeaderSource, limit: number): boolean {
  return Number(headers.get('content-length') ?? 0) > limit;
}
