import type { HeaderSource } from '../core/caller.ts';

/** Headers of a request. */
export interface RequestHeaders extends HeaderSource {
  get(name: string): string | null;
}

/** A request as it came in, with what the server around it offers. */
export interface Incoming {
  readonly request: Request;
  /** The request's headers; to be read here, not on the request. */
  readonly headers: RequestHeaders;
  /** Cuts the connection of a client that stopped reading, where the server can. */
  readonly cut: (() => void) | undefined;
}

/**
 * Takes in a request.
 *
 * node-server passes on the request and response of `node:http`. Headers are then read from what
 * `node:http` has parsed, for a `Headers` object checks every name and value it is asked for: a
 * small call asks for a dozen (8 % of its instructions).
 *
 * @param env what the server passes on beside the request.
 */
export function takeIn(request: Request, env: unknown): Incoming {
  if (!isNodeBindings(env)) return { request, headers: request.headers, cut: undefined };
  return new NodeIncoming(request, env);
}

interface NodeBindings {
  readonly incoming: { readonly headers: Readonly<Record<string, unknown>> };
  readonly outgoing: { destroy(): void };
}

function isNodeBindings(env: unknown): env is NodeBindings {
  return typeof env === 'object' && env !== null && 'incoming' in env && 'outgoing' in env;
}

class NodeIncoming implements Incoming {
  readonly request: Request;
  readonly headers: RequestHeaders;
  readonly #outgoing: NodeBindings['outgoing'];

  constructor(request: Request, { incoming, outgoing }: NodeBindings) {
    this.request = request;
    this.headers = new NodeHeaders(incoming.headers);
    this.#outgoing = outgoing;
  }

  get cut(): () => void {
    return () => this.#outgoing.destroy();
  }
}

/** Headers as `node:http` has them: lower-case names, several of one name joined by commas. */
class NodeHeaders implements RequestHeaders {
  readonly #headers: Readonly<Record<string, unknown>>;

  constructor(headers: Readonly<Record<string, unknown>>) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()];
    // what is no text came from the prototype, or is a list of cookies
    return typeof value === 'string' ? value : null;
  }
}
