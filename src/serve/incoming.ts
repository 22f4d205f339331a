import type { Caller } from '../core/caller.ts';

/** A request that was let in. */
export interface Incoming {
  readonly request: Request;
  readonly caller: Caller;
  /** Cuts the connection of a client that stopped reading, where the server can. */
  readonly cut: (() => void) | undefined;
}
