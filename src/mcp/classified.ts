import { errorCodes } from './codes.ts';
import type { RpcId, RpcNotification, RpcRequest } from './message.ts';
import { refusalOf, type Answer, type RpcError } from './reply.ts';
import { legacyRevisions, modernRevision, type Revision } from './versions.ts';

/** A message whose revision is known. */
export type Single =
  | { readonly kind: 'request'; readonly revision: Revision; readonly request: RpcRequest }
  | {
      readonly kind: 'notification';
      readonly revision: Revision;
      readonly notification: RpcNotification;
    }
  | { readonly kind: 'response' };

export interface Refused {
  readonly kind: 'refused';
  readonly answer: Answer;
}

/** What became of a body that arrived. */
export type Classified =
  Single | { readonly kind: 'batch'; readonly items: readonly Single[] } | Refused;

export function refused(id: RpcId | null | undefined, error: RpcError): Refused {
  return { kind: 'refused', answer: refusalOf(id, error) };
}

export function invalidRequest(message: string): RpcError {
  return { code: errorCodes.INVALID_REQUEST, message };
}

export function unknownVersion(): RpcError {
  const served = legacyRevisions.join(', ');
  return invalidRequest(
    `MCP-Protocol-Version names no revision that is served. Served are ${served}, and ${modernRevision} with its _meta.`,
  );
}
