import { callerKey, type Caller } from '../core/call.ts';
import { createConnection, type Connection } from '../mcp/connection.ts';
import { errorCodes } from '../mcp/message.ts';
import type { Mcp } from '../mcp/server.ts';
import { readMessage } from './read-message.ts';
import { jsonResponse, refusal, streamResponse, tooManyStreams } from './http/responses.ts';
import type { Handler } from './route.ts';
import type { Streams } from './streams.ts';

export interface SseOptions {
  readonly mcp: Mcp;
  readonly streams: Streams;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Creates an unguessable id: it allows sending messages on the stream. */
  readonly newId: () => string;
}

/** HTTP+SSE of revision 2024-11-05: messages are posted, and answered on a stream. */
export interface Sse {
  /** `GET /sse`: opens the stream; its first event contains the address for messages. */
  readonly open: Handler;
  /** `POST` of a message for the stream with the id of the request. */
  readonly post: Handler;
}

interface Session {
  readonly connection: Connection;
  readonly caller: Caller;
}

/** Creates the only transport that has state between requests: its open streams. */
export function createSse({ mcp, streams, maxBodyBytes, newId }: SseOptions): Sse {
  const sessions = new Map<string, Session>();
  return {
    open({ headers, disconnect }, { caller }) {
      const id = newId();
      const stream = streams.open({
        caller,
        disconnect,
        // running calls can be answered only on the stream
        onEnd: () => sessions.get(id)?.connection.drain(),
        onClosed() {
          sessions.get(id)?.connection.close();
          sessions.delete(id);
        },
      });
      if (!stream) return tooManyStreams(headers);
      stream.send(`/messages?sessionId=${id}`, 'endpoint');
      const send = (json: string) => stream.send(json);
      sessions.set(id, { connection: createConnection({ mcp, era: 'legacy', send }), caller });
      return streamResponse(stream.body);
    },
    async post(request, { caller }) {
      const { headers, target } = request;
      const id = new URLSearchParams(target?.query).get('sessionId');
      const refuse = (status: number, message: string) =>
        refusal(status, errorCodes.INVALID_REQUEST, message, headers);
      if (id === null) return refuse(400, 'The address lacks the id of its stream.');
      const session = sessions.get(id);
      if (!session) return refuse(404, 'There is no stream with this id.');
      // the id alone must not allow sending messages as another caller
      if (callerKey(session.caller) !== callerKey(caller)) {
        return refuse(403, 'The stream belongs to another caller.');
      }
      const message = await readMessage(request, maxBodyBytes);
      if (message.kind === 'refused') return message.response;
      const answer = session.connection.receive(message.value, { caller, headers });
      if (answer) return jsonResponse(400, answer.json);
      return { status: 202, headers: { 'content-type': 'text/plain' }, body: 'Accepted' };
    },
  };
}
