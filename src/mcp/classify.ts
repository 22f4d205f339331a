import { isModernArrival, legacyRevisionOf, unknownId, type Arrival } from './arrival.ts';
import { invalidRequest, refused, unknownVersion, type Classified } from './classified.ts';
import { classifyBatch } from './classify-batch.ts';
import { errorCodes } from './codes.ts';
import { metaKeys, readEnvelope } from './envelope.ts';
import { readMessage, type RpcNotification, type RpcRequest } from './message.ts';
import { mismatch, modernProblem, unsupportedVersion } from './mirrored-headers.ts';
import type { RpcError } from './reply.ts';
import { assumedRevision, isModernHeader, modernRevision } from './versions.ts';

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
export function classify(value: unknown, arrival: Arrival): Classified {
  if (Array.isArray(value)) return classifyBatch(value, arrival);
  const message = readMessage(value);
  switch (message.kind) {
    case 'request':
      return classifyRequest(message, arrival);
    case 'notification':
      return classifyNotification(message, arrival);
    case 'response':
      if (isModernArrival(arrival) || legacyRevisionOf(arrival)) return message;
      return refused(null, unknownVersion());
    case 'invalid':
      return refused(message.id ?? unknownId(arrival), invalidRequest(message.reason));
  }
}

function classifyRequest(request: RpcRequest, arrival: Arrival): Classified {
  if (arrival.era === 'legacy') return legacyRequest(request, arrival);
  const envelope = readEnvelope(request.params);
  if (envelope.kind === 'claim') return modernRequest(request, envelope.version, arrival);
  if (request.method === 'initialize') return initializeRequest(request, arrival);
  if (envelope.kind === 'malformed') {
    return refused(request.id, malformedEnvelope(envelope.key, envelope.problem));
  }
  if (!isModernArrival(arrival)) return legacyRequest(request, arrival);
  return refused(request.id, malformedEnvelope(metaKeys.protocolVersion, 'is missing'));
}

function modernRequest(request: RpcRequest, claimed: string, arrival: Arrival): Classified {
  const problem = modernProblem(request, claimed, arrival.headers);
  if (problem) return refused(request.id, problem);
  return { kind: 'request', revision: modernRevision, request };
}

/** The handshake opens the legacy era whatever its version header says, unless that is modern. */
function initializeRequest(request: RpcRequest, { era, headers }: Arrival): Classified {
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

function legacyRequest(request: RpcRequest, arrival: Arrival): Classified {
  const revision = legacyRevisionOf(arrival);
  if (revision) return { kind: 'request', revision, request };
  return refused(request.id, unknownVersion());
}

function classifyNotification(notification: RpcNotification, arrival: Arrival): Classified {
  const claims = arrival.era !== 'legacy' && readEnvelope(notification.params).kind !== 'none';
  if (claims || isModernArrival(arrival)) {
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
