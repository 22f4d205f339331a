import { errorCodes } from '../mcp/message.ts';
import type { Mcp } from '../mcp/server.ts';
import { notificationOf } from '../mcp/reply.ts';
import { isModernHeader, isLegacyRevision } from '../mcp/versions.ts';
import { streamHeaders } from './event-stream.ts';
import { refusedAnswer, tooManyStreams, type HttpAnswer } from './http-answer.ts';
import { readAccept } from './media-types.ts';
import type { Incoming } from './incoming.ts';
import type { Streams } from './streams.ts';

const listChanged = notificationOf('notifications/tools/list_changed');

/**
 * Makes the answer to `GET` on the MCP endpoint where streams are switched on: revisions 2025-03-26
 * to 2025-11-25 learn on it that the tool list has changed.
 *
 * 2026-07-28 has `subscriptions/listen` for that, and no GET.
 */
export function createGetStream(mcp: Mcp, streams: Streams): (incoming: Incoming) => HttpAnswer {
  return function get({ headers, cut }) {
    const version = headers.get('mcp-protocol-version');
    if (isModernHeader(version)) {
      const message = `Revision ${version} has no GET; use subscriptions/listen.`;
      return refusedAnswer(405, errorCodes.INVALID_REQUEST, message, headers, { allow: 'POST' });
    }
    if (version !== null && !isLegacyRevision(version)) {
      const message = 'MCP-Protocol-Version names no revision that is served.';
      return refusedAnswer(400, errorCodes.INVALID_REQUEST, message, headers);
    }
    if (!readAccept(headers.get('accept')).stream) {
      const message = 'Accept must allow text/event-stream.';
      return refusedAnswer(406, errorCodes.INVALID_REQUEST, message, headers);
    }
    const stream = streams.open({ onClosed: () => stop?.(), cut });
    if (!stream) return tooManyStreams(headers);
    const stop = mcp.toolsChanged.subscribe(() => stream.send(listChanged));
    return { status: 200, body: stream.body, headers: streamHeaders };
  };
}
