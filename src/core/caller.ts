/** The authenticated caller. */
export interface Caller {
  /** A stable identifier (`sub` of a token); undefined for an anonymous caller. */
  readonly subject: string | undefined;
  /** Claims of the caller's token, by name. */
  readonly claims: ReadonlyMap<string, unknown>;
  readonly scopes: readonly string[];
}

/** The anonymous caller. */
export const anonymous: Caller = { subject: undefined, claims: new Map(), scopes: [] };

/** The common part of header types; a fetch `Headers` is one. Names are case-insensitive. */
export interface HeaderSource {
  get(name: string): string | null | undefined;
}

/** The context of a call, passed from the transport to the executor. */
export interface CallContext {
  readonly caller: Caller;
  /** Headers of the HTTP request of the call; empty over stdio. */
  readonly headers: HeaderSource;
  /** Aborted when the client cancels; stops everything that the call started. */
  readonly signal: AbortSignal;
  /** Set where nobody can take the call back: `signal`, made when it is asked for, never fires. */
  readonly irrevocable?: boolean;
}

/**
 * The signal to listen to, or undefined where it never fires: a signal takes 5 µs to make, as long
 * as all else that the transport does for a small call.
 */
export function stopSignalOf(context: CallContext): AbortSignal | undefined {
  return context.irrevocable === true ? undefined : context.signal;
}

/** A call that nobody can take back. */
export function irrevocableCall(caller: Caller, headers: HeaderSource): CallContext {
  return {
    caller,
    headers,
    irrevocable: true,
    get signal() {
      return new AbortController().signal;
    },
  };
}

/** No headers at all. */
export const noHeaders: HeaderSource = { get: () => undefined };
