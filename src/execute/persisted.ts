import type { ExecutionOutcome } from '../core/call.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { PersistedMode, RequestForm } from './http-request.ts';

/** Chooses what is sent of an operation, and what next when the server does not know it. */
export interface PersistedStrategy {
  /** What is sent first. */
  first(): RequestForm;
  /** What is sent after `outcome`, or undefined when the outcome stands. */
  next(sent: RequestForm, outcome: ExecutionOutcome): RequestForm | undefined;
}

/**
 * Makes the strategy of a mode.
 *
 * | mode         | first        | the server answers               | then              |
 * | ------------ | ------------ | -------------------------------- | ----------------- |
 * | `document`   | the document |                                  |                   |
 * | `apq`        | the hash     | `PERSISTED_QUERY_NOT_FOUND`      | document and hash |
 * |              |              | `PERSISTED_QUERY_NOT_SUPPORTED`  | the document, from now on |
 * | `documentId` | the id       |                                  |                   |
 * | `apolloId`   | the id       |                                  |                   |
 *
 * A server that does not know a hash has not executed anything, so mutations may be sent again too.
 */
export function createPersistedStrategy(mode: PersistedMode): PersistedStrategy {
  if (mode !== 'apq') return { first: () => mode, next: () => undefined };
  let supported = true;
  return {
    first: () => (supported ? 'hash' : 'document'),
    next(sent, outcome) {
      if (sent !== 'hash' || outcome.kind !== 'response') return undefined;
      const { errors } = outcome.body;
      if (!Array.isArray(errors)) return undefined;
      if (errors.some((error) => says(error, notFound))) return 'register';
      if (!errors.some((error) => says(error, notSupported))) return undefined;
      supported = false;
      return 'document';
    },
  };
}

/** Code and message by which a server says something; early servers sent the message alone. */
type Signal = readonly [code: string, message: string];
const notFound: Signal = ['PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'];
const notSupported: Signal = ['PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'];

function says(error: unknown, [code, message]: Signal): boolean {
  if (!isJsonObject(error)) return false;
  const extensions = ownMember(error, 'extensions');
  if (isJsonObject(extensions) && ownMember(extensions, 'code') === code) return true;
  return ownMember(error, 'message') === message;
}
