import {
  metaKeys,
  readEnvelope,
  errorCodes,
  readMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcId,
} from './message.ts';
import { isModernContext, legacyRevisionOf, unknownId, type RequestContext } from './context.ts';
import { mismatch, modernProblem, unsupportedVersion } from './headers.ts';
import { type RpcError, refusalOf, type Answer } from './reply.ts';
import {
  assumedRevision,
  isModernHeader,
  modernRevision,
  legacyRevisions,
  type Revision,
  featuresOf,
} from './versions.ts';

/**
 * Decides which era and revision a message belongs to, and whether it may be answered at all.
 *
 * | message                                        | belongs to                                 |
 * | ---------------------------------------------- | ------------------------------------------ |
 * | array                                          | 2025-03-26                                 |
 * | response                                       | nothing: it is accepted and dropped        |
 * | `initialize` without a valid claim             | legacy, unless the version header is modern |
 * | request with a claim in `_meta`                | modern                                     |
 * | request without, under a modern version header | refused: its `_meta` is missing            |
 * | request without                                | legacy, by header or handshake             |
 * | notification                                   | as requests, but no header is demanded     |
 *
 * This is the only place that decides it, for every transport. Nothing is thrown.
 */
export function classify(value: unknown, arrival: RequestContext): Classified {
  if (Array.isArray(value)) return classifyBatch(value, arrival);
  const message = readMessage(value);
  switch (message.kind) {
    case 'request':
      return classifyRequest(message, arrival);
    case 'notification':
      return classifyNotification(message, arrival);
    case 'response':
      if (isModernContext(arrival) || legacyRevisionOf(arrival)) return message;
      return refused(null, unknownVersion());
    case 'invalid':
      return refused(message.id ?? unknownId(arrival), invalidRequest(message.reason));
  }
}

function classifyRequest(request: RpcRequest, arrival: RequestContext): Classified {
  if (arrival.era === 'legacy') return legacyRequest(request, arrival);
  const envelope = readEnvelope(request.params);
  if (envelope.kind === 'claim') return modernRequest(request, envelope.version, arrival);
  if (request.method === 'initialize') return initializeRequest(request, arrival);
  if (envelope.kind === 'malformed') {
    return refused(request.id, malformedEnvelope(envelope.key, envelope.problem));
  }
  if (!isModernContext(arrival)) return legacyRequest(request, arrival);
  return refused(request.id, malformedEnvelope(metaKeys.protocolVersion, 'is missing'));
}

function modernRequest(request: RpcRequest, claimed: string, arrival: RequestContext): Classified {
  const problem = modernProblem(request, claimed, arrival.headers);
  if (problem) return refused(request.id, problem);
  return { kind: 'request', revision: modernRevision, request };
}

/** The handshake opens the legacy era whatever its version header says, unless that is modern. */
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

function legacyRequest(request: RpcRequest, arrival: RequestContext): Classified {
  const revision = legacyRevisionOf(arrival);
  if (revision) return { kind: 'request', revision, request };
  return refused(request.id, unknownVersion());
}

function classifyNotification(notification: RpcNotification, arrival: RequestContext): Classified {
  const claims = arrival.era !== 'legacy' && readEnvelope(notification.params).kind !== 'none';
  if (claims || isModernContext(arrival)) {
    return { kind: 'notification', revision: modernRevision, notification };
  }
  const revision = legacyRevisionOf(arrival);
  if (revision) return { kind: 'notification', revision, notification };
  return refused(null, unknownVersion());
}

function malformedEnvelope(key: string, problem: string): RpcError {
  return {
    code: errorCodes.INVALID_PARAMS,
    message: `params._meta["${key}"] ${problem}; ${modernRevision} demands it, and "${metaKeys.clientCapabilities}".`,
    data: { envelope: { key, problem } },
  };
}

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

/** More is refused, for one request would otherwise start any number of upstream calls. */
const maxItems = 100;

/**
 * Classifies an array of messages, which revision 2025-03-26 alone has.
 *
 * One item that does not belong there refuses the whole: nothing of a batch runs that was not
 * understood to its end.
 */
export function classifyBatch(items: readonly unknown[], arrival: RequestContext): Classified {
  const revision = legacyRevisionOf(arrival);
  const refuse = (reason: string) => refused(unknownId(arrival), invalidRequest(reason));
  if (isModernContext(arrival) || !revision || !featuresOf[revision].batch) {
    return refuse('Arrays of messages exist in revision 2025-03-26 only.');
  }
  if (items.length === 0) return refuse('A batch must have a message.');
  if (items.length > maxItems) return refuse(`A batch may have ${maxItems} messages at most.`);
  const singles: Single[] = [];
  for (const item of items) {
    const single = readItem(item, revision);
    if (typeof single === 'string') return refuse(single);
    singles.push(single);
  }
  return { kind: 'batch', items: singles };
}

/** Reads one item, or says why it cannot stand in a batch. */
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
