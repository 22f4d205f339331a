import type { Caller, HeaderSource } from '../core/call.ts';
import { createRunningRequests, type RunningRequest } from './calls.ts';
import { classify, type Single } from './classify.ts';
import { unknownId, type Exchange, type RequestContext } from './context.ts';
import { errorCodes, type RpcId } from './message.ts';
import {
  answerBatch,
  notificationOf,
  refusalOf,
  type Answer,
  type Reply,
  type RpcError,
} from './reply.ts';
import type { Mcp } from './server.ts';
import { modernRevision, negotiate, type Era, type LegacyRevision } from './versions.ts';

/** A bidirectional connection for many messages: stdio, or an HTTP+SSE stream. */
export interface Connection {
  /**
   * Receives a message. Answers are sent when they are ready, in any order.
   *
   * @returns the refusal of an invalid message, which the caller must send.
   */
  receive(value: unknown, from: Sender): Answer | undefined;
  /** Writes the refusal of a message that is not JSON, or too large. */
  unreadable(error: RpcError): Answer;
  /** Ends subscriptions gracefully, and resolves when every running call is answered. */
  drain(): Promise<void>;
  /** Cancels everything that is running; nothing is sent any more. */
  close(): void;
}

/** The sender of a message. */
interface Sender {
  readonly caller: Caller;
  readonly headers: HeaderSource;
}

export interface ConnectionOptions {
  readonly mcp: Mcp;
  /** Sends one JSON text. Must neither throw nor block. */
  readonly send: (json: string) => void;
  /** `legacy` if the transport has no other era; otherwise the first request decides. */
  readonly era?: Era;
}

/** Maximum number of running requests of a connection; further ones are refused. */
const maxRunning = 1_000;

const listChanged = notificationOf('notifications/tools/list_changed');

export function createConnection(options: ConnectionOptions): Connection {
  return new McpConnection(options);
}

class McpConnection implements Connection {
  readonly #mcp: Mcp;
  readonly #send: (json: string) => void;
  readonly #requests = createRunningRequests(maxRunning);
  /** Settle when the answers have been sent. */
  readonly #answering = new Set<Promise<unknown>>();
  #era: Era | undefined;
  #revision: LegacyRevision | undefined;
  #stopListening: (() => void) | undefined;
  #closed = false;

  constructor({ mcp, send, era }: ConnectionOptions) {
    this.#mcp = mcp;
    this.#era = era;
    this.#send = (json) => {
      if (!this.#closed) send(json);
    };
  }

  receive(value: unknown, from: Sender): Answer | undefined {
    if (this.#closed) return undefined;
    const message = classify(value, this.#context());
    if (message.kind === 'refused') return message.answer;
    if (message.kind === 'batch') {
      this.#runBatch(message.items, from);
      return undefined;
    }
    const answer = this.#run(message, from);
    if (answer instanceof Promise)
      this.#later(answer.then((late) => late && this.#send(late.json)));
    else if (answer) this.#send(answer.json);
    return undefined;
  }

  unreadable(error: RpcError): Answer {
    return refusalOf(unknownId(this.#context()), error);
  }

  async drain(): Promise<void> {
    this.#requests.endSubscriptions();
    await Promise.all(this.#answering);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening?.();
    this.#requests.cancelAll();
  }

  #context(): RequestContext {
    return { headers: undefined, era: this.#era, revision: this.#revision };
  }

  /** Sends the answers of a batch as one array; a batch of notifications has none. */
  #runBatch(items: readonly Single[], from: Sender): void {
    const requests = items.filter((item) => item.kind === 'request');
    for (const item of items) if (item.kind !== 'request') void this.#run(item, from);
    this.#later(
      answerBatch(requests, (item) => this.#run(item, from)).then((texts) => {
        if (texts.length > 0) this.#send(`[${texts.join(',')}]`);
      }),
    );
  }

  #later(answering: Promise<unknown>): void {
    this.#answering.add(answering);
    void answering.finally(() => this.#answering.delete(answering));
  }

  #run(message: Single, from: Sender): Answer | undefined | Promise<Answer | undefined> {
    if (message.kind === 'response') return undefined;
    if (message.kind === 'notification') {
      const { method, params } = message.notification;
      if (method === 'notifications/cancelled') this.#requests.cancel(params.requestId);
      if (method === 'notifications/initialized') this.#listen();
      return undefined;
    }
    this.#follow(message);
    return this.#start(message, from);
  }

  /**
   * Determines the era of the connection from its requests. `server/discover` determines none:
   * clients send it first to find out, and may continue with the handshake.
   */
  #follow({ revision, request }: Single & { kind: 'request' }): void {
    if (revision === modernRevision) {
      if (request.method !== 'server/discover') this.#era = 'modern';
      return;
    }
    this.#era = 'legacy';
    const { protocolVersion } = request.params;
    if (request.method !== 'initialize') this.#listen();
    else if (typeof protocolVersion === 'string') this.#revision = negotiate(protocolVersion);
  }

  /** Notifies legacy clients of changes, after their first message that follows the handshake. */
  #listen(): void {
    if (this.#era !== 'legacy' || this.#closed) return;
    this.#stopListening ??= this.#mcp.toolsChanged.subscribe(() => this.#send(listChanged));
  }

  #start(
    { revision, request }: Single & { kind: 'request' },
    from: Sender,
  ): Answer | undefined | Promise<Answer | undefined> {
    const { id } = request;
    const running = this.#requests.start(id);
    if (!running) return this.#notStarted(id);
    const exchange: Exchange = {
      ...from,
      signal: running.signal,
      listChanged: true,
      mirrorsArguments: false,
      notify: (json) => {
        if (!running.cancelled) this.#send(json);
      },
    };
    const reply = this.#mcp.dispatch({ revision, request, exchange });
    return reply instanceof Promise
      ? reply.then((answer) => finish(running, answer))
      : this.#replied(running, reply);
  }

  #replied(running: RunningRequest, reply: Reply): Answer | undefined {
    if (reply.kind === 'answer') return finish(running, reply);
    running.subscription = reply.open(this.#send);
    if (!running.subscription) running.done();
    return undefined;
  }

  #notStarted(id: RpcId): Answer {
    if (this.#requests.has(id)) {
      const message = 'A request with this id is still running.';
      return refusalOf(id, { code: errorCodes.INVALID_REQUEST, message });
    }
    const message = `${maxRunning} requests are running. Wait for their answers.`;
    return refusalOf(id, { code: errorCodes.TOO_MANY_REQUESTS, message });
  }
}

/** A cancelled request is never answered. */
function finish(running: RunningRequest, answer: Answer): Answer | undefined {
  running.done();
  return running.cancelled ? undefined : answer;
}
