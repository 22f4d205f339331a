import { isModernContext, legacyRevisionOf, unknownId, type RequestContext } from './context.ts';
import { mismatch, modernProblem, unsupportedVersion } from './headers.ts';
import {
  errorCodes,
  metaKeys,
  readEnvelope,
  readMessage,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from './message.ts';
import { refusalOf, type Answer, type RpcError } from './reply.ts';
import {
  assumedRevision,
  featuresOf,
  isModernHeader,
  legacyRevisions,
  modernRevision,
  type Revision,
} from './versions.ts';

/**
 * Determines the era and revision of a message, and refuses invalid messages.
 *
 * | message                                        | revision                                   |
 * | ---------------------------------------------- | ------------------------------------------ |
 * | array                                          | 2025-03-26                                 |
 * | response                                       | none: it is accepted and ignored           |
 * | `initialize` without a valid claim             | legacy, unless the version header is modern |
 * | request with a claim in `_meta`                | modern                                     |
 * | request without, under a modern version header | refused: its `_meta` is missing            |
 * | request without                                | legacy, by header or handshake             |
 * | notification                                   | as requests, but no header is required     |
 *
 * Used by every transport. Never throws.
 */
export function classify(value: unknown, context: RequestContext): Classified {
  if (Array.isArray(value)) return classifyBatch(value, context);
  const message = readMessage(value);
  switch (message.kind) {
    case 'request':
      return classifyRequest(message, context);
    case 'notification':
      return classifyNotification(message, context);
    case 'response':
      if (isModernContext(context) || legacyRevisionOf(context)) return message;
      return refused(null, unknownVersion());
    case 'invalid':
      return refused(message.id ?? unknownId(context), invalidRequest(message.reason));
  }
}

function classifyRequest(request: RpcRequest, context: RequestContext): Classified {
  if (context.era === 'legacy') return legacyRequest(request, context);
  const envelope = readEnvelope(request.params);
  if (envelope.kind === 'claim') return modernRequest(request, envelope.version, context);
  if (request.method === 'initialize') return initializeRequest(request, context);
  if (envelope.kind === 'malformed') {
    return refused(request.id, malformedEnvelope(envelope.key, envelope.problem));
  }
  if (!isModernContext(context)) return legacyRequest(request, context);
  return refused(request.id, malformedEnvelope(metaKeys.protocolVersion, 'is missing'));
}

function modernRequest(request: RpcRequest, claimed: string, context: RequestContext): Classified {
  const problem = modernProblem(request, claimed, context.headers);
  if (problem) return refused(request.id, problem);
  return { kind: 'request', revision: modernRevision, request };
}

/** The handshake belongs to the legacy era, unless the version header is modern. */
function initializeRequest(request: RpcRequest, { era, headers }: RequestContext): Classified {
  if (era === 'modern') {
    const { protocolVersion } = request.params;
    const requested = typeof protocolVersion === 'string' ? protocolVersion : '';
    return refused(request.id, unsupportedVersion(requested));
  }
  const version = headers?.get('mcp-protocol-version');
  if (!isModernHeader(version)) return { kind: 'request', revision: assumedRevision, request };
  const problem = `MCP-Protocol-Version is "${version}", which has no "initialize".`;
  return refused(request.id, mismatch(problem));
}

function legacyRequest(request: RpcRequest, context: RequestContext): Classified {
  const revision = legacyRevisionOf(context);
  if (revision) return { kind: 'request', revision, request };
  return refused(request.id, unknownVersion());
}

function classifyNotification(notification: RpcNotification, context: RequestContext): Classified {
  const claims = context.era !== 'legacy' && readEnvelope(notification.params).kind !== 'none';
  if (claims || isModernContext(context)) {
    return { kind: 'notification', revision: modernRevision, notification };
  }
  const revision = legacyRevisionOf(context);
  if (revision) return { kind: 'notification', revision, notification };
  return refused(null, unknownVersion());
}

function malformedEnvelope(key: string, problem: string): RpcError {
  return {
    code: errorCodes.INVALID_PARAMS,
    message: `params._meta["${key}"] ${problem}; ${modernRevision} requires it, and "${metaKeys.clientCapabilities}".`,
    data: { envelope: { key, problem } },
  };
}

/** A message of a known revision. */
export type Single =
  | { readonly kind: 'request'; readonly revision: Revision; readonly request: RpcRequest }
  | {
      readonly kind: 'notification';
      readonly revision: Revision;
      readonly notification: RpcNotification;
    }
  | { readonly kind: 'response' };

interface Refused {
  readonly kind: 'refused';
  readonly answer: Answer;
}

export type Classified =
  Single | { readonly kind: 'batch'; readonly items: readonly Single[] } | Refused;

function refused(id: RpcId | null | undefined, error: RpcError): Refused {
  return { kind: 'refused', answer: refusalOf(id, error) };
}

function invalidRequest(message: string): RpcError {
  return { code: errorCodes.INVALID_REQUEST, message };
}

function unknownVersion(): RpcError {
  const supported = legacyRevisions.join(', ');
  return invalidRequest(
    `MCP-Protocol-Version is not a supported revision. Supported are ${supported}, and ${modernRevision} with its _meta.`,
  );
}

/** Limits the upstream calls of one request. */
const maxBatchItems = 100;

/**
 * Classifies an array of messages, which exists only in revision 2025-03-26.
 *
 * A single invalid item refuses the whole batch, so that no batch is executed in part.
 */
function classifyBatch(items: readonly unknown[], context: RequestContext): Classified {
  const revision = legacyRevisionOf(context);
  const refuse = (reason: string) => refused(unknownId(context), invalidRequest(reason));
  if (isModernContext(context) || !revision || !featuresOf[revision].batch) {
    return refuse('Arrays of messages exist in revision 2025-03-26 only.');
  }
  if (items.length === 0) return refuse('A batch must contain a message.');
  if (items.length > maxBatchItems)
    return refuse(`A batch may contain at most ${maxBatchItems} messages.`);
  const singles: Single[] = [];
  for (const item of items) {
    const single = readItem(item, revision);
    if (typeof single === 'string') return refuse(single);
    singles.push(single);
  }
  return { kind: 'batch', items: singles };
}

/** @returns the item, or the reason why it is not allowed in a batch. */
function readItem(value: unknown, revision: Revision): Single | string {
  const message = readMessage(value);
  if (message.kind === 'invalid') return message.reason;
  if (message.kind === 'response') return message;
  if (readEnvelope(message.params).kind !== 'none') {
    return 'A message that claims a revision in its _meta must be sent alone.';
  }
  if (message.kind === 'notification') {
    return { kind: 'notification', revision, notification: message };
  }
  if (message.method === 'initialize') return '"initialize" must be sent alone.';
  return { kind: 'request', revision, request: message };
}
