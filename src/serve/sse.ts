import type { Caller } from '../core/caller.ts';
import { errorCodes } from '../mcp/message.ts';
import { createConnection, type Connection } from '../mcp/connection.ts';
import type { Mcp } from '../mcp/server.ts';
import { streamHeaders } from './event-stream.ts';
import { jsonAnswer, refusedAnswer, tooManyStreams, type HttpAnswer } from './http-answer.ts';
import { readMessageBody } from './message-body.ts';
import type { Incoming } from './incoming.ts';
import type { Streams } from './streams.ts';

export interface SseOptions {
  readonly mcp: Mcp;
  readonly streams: Streams;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Makes an id that cannot be guessed: whoever knows it can speak on the stream. */
  readonly newId: () => string;
}

/** HTTP+SSE of revision 2024-11-05: messages are posted, and answered on a stream. */
export interface Sse {
  /** `GET /sse`: opens the stream; its first event names the address to post to. */
  readonly open: (incoming: Incoming, caller: Caller) => HttpAnswer;
  /** `POST` of a message for the stream with this id. */
  readonly post: (
    incoming: Incoming,
    caller: Caller,
    id: string | undefined,
  ) => Promise<HttpAnswer>;
}

interface Session {
  readonly connection: Connection;
  readonly subject: string | undefined;
}

/** Makes the one transport that keeps something between requests: its open streams. */
export function createSse({ mcp, streams, maxBodyBytes, newId }: SseOptions): Sse {
  const sessions = new Map<string, Session>();
  return {
    open({ headers, cut }, caller) {
      const id = newId();
      const stream = streams.open({
        cut,
        // answers can go nowhere else
        onEnd: () => sessions.get(id)?.connection.drain(),
        onClosed() {
          sessions.get(id)?.connection.close();
          sessions.delete(id);
        },
      });
      if (!stream) return tooManyStreams(headers);
      const address = `/messages?sessionId=${id}`;
      stream.send(address, 'endpoint');
      const connection = createConnection({
        mcp,
        era: 'legacy',
        send: (json) => stream.send(json),
      });
      sessions.set(id, { connection, subject: caller.subject });
      return { status: 200, body: stream.body, headers: streamHeaders };
    },
    async post(incoming, caller, id) {
      const { headers } = incoming;
      const refuse = (status: number, message: string) =>
        refusedAnswer(status, errorCodes.INVALID_REQUEST, message, headers);
      if (id === undefined) return refuse(400, 'The address lacks the id of its stream.');
      const session = sessions.get(id);
      if (!session) return refuse(404, 'There is no stream with this id.');
      // the id alone must not be enough to speak for somebody else
      if (session.subject !== caller.subject) return refuse(403, 'The stream is not the caller’s.');
      const body = await readMessageBody(incoming, maxBodyBytes);
      if (body.kind === 'refused') return body.answer;
      const refusal = session.connection.receive(body.value, { caller, headers });
      return refusal ? jsonAnswer(400, refusal.json) : acceptedText;
    },
  };
}

const acceptedText: HttpAnswer = {
  status: 202,
  body: 'Accepted',
  headers: { 'content-type': 'text/plain' },
};
