/** Who calls, as far as authentication found out. */
export interface Caller {
  /** Who it is, stable across calls (`sub` of a token); undefined for a caller nobody knows. */
  readonly subject: string | undefined;
  /** Claims of the caller's token, by name. */
  readonly claims: ReadonlyMap<string, unknown>;
  readonly scopes: readonly string[];
}

/** A caller without credentials. */
export const anonymous: Caller = { subject: undefined, claims: new Map(), scopes: [] };

/** Headers as every runtime has them; a fetch `Headers` is one. Names are case-insensitive. */
export interface HeaderSource {
  get(name: string): string | null | undefined;
}

/** What a call carries beside its arguments, from the transport down to the executor. */
export interface CallContext {
  readonly caller: Caller;
  /** Headers of the HTTP request that brought the call; empty over stdio. */
  readonly headers: HeaderSource;
  /** Aborted when the client gives up; everything the call started stops with it. */
  readonly signal: AbortSignal;
  /** Set where nobody can take the call back: `signal`, made when it is asked for, never fires. */
  readonly irrevocable?: boolean;
}

/**
 * The signal to listen to, or undefined where it never fires: a signal takes 5 µs to make, as long as
 * all else that the transport does for a small call.
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
