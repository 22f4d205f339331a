import type { ExecutionOutcome } from '../core/call.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { PersistedMode, RequestForm } from './request.ts';

/** Chooses the form of a request, and the next one if the server does not know the operation. */
export interface PersistedStrategy {
  /** The form of the first request. */
  first(): RequestForm;
  /** The form of the next request after `outcome`; undefined if the outcome is final. */
  next(sent: RequestForm, outcome: ExecutionOutcome): RequestForm | undefined;
}

/**
 * Creates the strategy of a mode.
 *
 * | mode         | first        | the server answers               | then              |
 * | ------------ | ------------ | -------------------------------- | ----------------- |
 * | `document`   | document     |                                  |                   |
 * | `apq`        | hash         | `PERSISTED_QUERY_NOT_FOUND`      | document and hash |
 * |              |              | `PERSISTED_QUERY_NOT_SUPPORTED`  | document, from now on |
 * | `documentId` | id           |                                  |                   |
 * | `apolloId`   | id           |                                  |                   |
 *
 * A server that does not know a hash has executed nothing, so mutations can be sent again too.
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
      if (errors.some((error) => hasSignal(error, notFound))) return 'register';
      if (!errors.some((error) => hasSignal(error, notSupported))) return undefined;
      supported = false;
      return 'document';
    },
  };
}

/** Code and message of an error; early servers sent only the message. */
type Signal = readonly [code: string, message: string];
const notFound: Signal = ['PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'];
const notSupported: Signal = ['PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported'];

function hasSignal(error: unknown, [code, message]: Signal): boolean {
  if (!isJsonObject(error)) return false;
  const extensions = ownMember(error, 'extensions');
  if (isJsonObject(extensions) && ownMember(extensions, 'code') === code) return true;
  return ownMember(error, 'message') === message;
}
