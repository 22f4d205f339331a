import type { Caller, HeaderSource } from '../core/caller.ts';
import { unknownId, type RequestContext, type Exchange } from './context.ts';
import { type Single, classify } from './classify.ts';
import { errorCodes } from './message.ts';
import type { Mcp } from './server.ts';
import { createInFlight, type InFlight, type Running } from './calls.ts';
import { notificationOf, refusalOf, type Answer, type Reply, type RpcError } from './reply.ts';
import { modernRevision, negotiate, type Era, type LegacyRevision } from './versions.ts';

/** A two-way connection that many messages share: stdio, or an HTTP+SSE stream. */
export interface Connection {
  /**
   * Takes a message in. Answers are sent as they come, in any order.
   *
   * @returns the refusal of a message that could not be taken in; it is not sent.
   */
  receive(value: unknown, from: Sender): Answer | undefined;
  /** Writes the refusal of what is not even JSON, or larger than may be. */
  unreadable(error: RpcError): Answer;
  /** Ends subscriptions in good order, and resolves when every running call is answered. */
  drain(): Promise<void>;
  /** Stops everything that runs; nothing is sent any more. */
  close(): void;
}

/** Who sent a message. */
export interface Sender {
  readonly caller: Caller;
  readonly headers: HeaderSource;
}

export interface ConnectionOptions {
  readonly mcp: Mcp;
  /** Sends one JSON text. Must neither throw nor block. */
  readonly send: (json: string) => void;
  /** `legacy` where the transport has no other era; else the first request decides. */
  readonly era?: Era;
}

/** Requests under way on one connection; a client that starts more is told to wait. */
const maxInFlight = 1_000;

const listChanged = notificationOf('notifications/tools/list_changed');

export function createConnection(options: ConnectionOptions): Connection {
  return new McpConnection(options);
}

class McpConnection implements Connection {
  readonly #mcp: Mcp;
  readonly #send: (json: string) => void;
  readonly #inFlight: InFlight = createInFlight(maxInFlight);
  /** Settle when answers have been sent. */
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
    const arrived = classify(value, this.#arrival());
    if (arrived.kind === 'refused') return arrived.answer;
    if (arrived.kind === 'batch') {
      this.#runBatch(arrived.items, from);
      return undefined;
    }
    const answer = this.#run(arrived, from);
    if (answer instanceof Promise)
      this.#later(answer.then((late) => late && this.#send(late.json)));
    else if (answer) this.#send(answer.json);
    return undefined;
  }

  unreadable(error: RpcError): Answer {
    return refusalOf(unknownId(this.#arrival()), error);
  }

  async drain(): Promise<void> {
    this.#inFlight.endSubscriptions();
    await Promise.all(this.#answering);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening?.();
    this.#inFlight.cancelAll();
  }

  #arrival(): RequestContext {
    return { headers: undefined, era: this.#era, revision: this.#revision };
  }

  /** The answers of a batch go back as one array; a batch of notifications has none. */
  #runBatch(items: readonly Single[], from: Sender): void {
    const answers = Promise.all(items.map(async (item) => this.#run(item, from)));
    this.#later(
      answers.then((all) => {
        const texts = all.flatMap((answer) => (answer ? [answer.json] : []));
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
      if (method === 'notifications/cancelled') this.#inFlight.cancel(params.requestId);
      if (method === 'notifications/initialized') this.#listen();
      return undefined;
    }
    this.#follow(message);
    return this.#start(message, from);
  }

  /**
   * Binds the connection to an era by what is said on it. `server/discover` binds to none, for
   * clients ask it first to find out, and may go on with the handshake.
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

  /** Legacy clients are told of changes unasked, once they have shown that they are ready. */
  #listen(): void {
    if (this.#era !== 'legacy' || this.#closed) return;
    this.#stopListening ??= this.#mcp.toolsChanged.subscribe(() => this.#send(listChanged));
  }

  #start(
    { revision, request }: Single & { kind: 'request' },
    from: Sender,
  ): Answer | undefined | Promise<Answer | undefined> {
    const { id } = request;
    const running = this.#inFlight.start(id);
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

  #replied(running: Running, reply: Reply): Answer | undefined {
    if (reply.kind === 'answer') return finish(running, reply);
    running.subscription = reply.open(this.#send);
    if (!running.subscription) running.done();
    return undefined;
  }

  #notStarted(id: string | number): Answer {
    if (this.#inFlight.has(id)) {
      const message = 'The id is that of a request which is still running.';
      return refusalOf(id, { code: errorCodes.INVALID_REQUEST, message });
    }
    const message = `More than ${maxInFlight} requests are running. Wait for answers.`;
    return refusalOf(id, { code: errorCodes.TOO_MANY_REQUESTS, message });
  }
}

/** What was cancelled is never answered. */
function finish(running: Running, answer: Answer): Answer | undefined {
  running.done();
  return running.cancelled ? undefined : answer;
}
