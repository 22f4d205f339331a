import type { CallContext } from '../core/caller.ts';
import type { RpcRequest } from './message.ts';
import type { Outcome, Subscription } from './reply.ts';
import type { Revision } from './versions.ts';

/** What a transport knows of a request beside the message. */
export interface Exchange extends CallContext {
  /** Whether `tools/list_changed` can reach a legacy client over this transport. */
  readonly listChanged: boolean;
  /** Whether modern requests repeat arguments in `Mcp-Param-*` headers. */
  readonly mirrorsArguments: boolean;
  /** Sends a notification that belongs to the request; absent where only an answer can be sent. */
  readonly notify?: ((json: string) => void) | undefined;
}

/** One request on its way to a method. */
export interface MethodCall {
  readonly revision: Revision;
  readonly request: RpcRequest;
  readonly exchange: Exchange;
}

/** Carries out one method. What can be expected to go wrong is an outcome; a throw is a bug. */
export type Method = (call: MethodCall) => Outcome | Subscription | Promise<Outcome>;
