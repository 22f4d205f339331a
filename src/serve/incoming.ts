import type { HeaderSource } from '../core/caller.ts';
import type { Body } from './body.ts';

/** Headers of a request. */
export interface RequestHeaders extends HeaderSource {
  get(name: string): string | null;
}

/**
 * A request as it came in, whatever server brought it.
 *
 * | made from                      | by               | answered by  |
 * | ------------------------------ | ---------------- | ------------ |
 * | a `Request` of web standards   | `WebIncoming`    | `toResponse` |
 * | request and response of `node:http` | `NodeIncoming` | `writeAnswer` |
 */
export interface Incoming {
  readonly method: string;
  readonly headers: RequestHeaders;
  /** The host that was asked for, where no `Host` header names it. */
  readonly urlHost: string;
  /** Cuts the connection of a client that stopped reading, where the server can. */
  readonly cut: (() => void) | undefined;
  /**
   * Reads the body as text, once; never rejects.
   *
   * @param limit largest body, in bytes.
   */
  readText(limit: number): Promise<Body>;
  /** Calls `listener` when the client goes away before it has its answer. */
  onGone(listener: () => void): void;
}
