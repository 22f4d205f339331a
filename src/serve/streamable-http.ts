import type { Caller } from '../core/caller.ts';
import { type Single, classify } from '../mcp/classify.ts';
import { errorCodes } from '../mcp/message.ts';
import type { Mcp } from '../mcp/server.ts';
import type { Answer, Reply, Subscription } from '../mcp/reply.ts';
import { modernRevision } from '../mcp/versions.ts';
import { challengeOf } from '../auth/challenge.ts';
import { streamHeaders } from './event-stream.ts';
import { HttpExchange } from './http-exchange.ts';
import {
  accepted,
  jsonAnswer,
  refusedAnswer,
  tooManyStreams,
  type HttpAnswer,
} from './http-answer.ts';
import type { Incoming } from './incoming.ts';
import { jsonBodyOf } from './json-body.ts';
import { LateAnswer } from './late-answer.ts';
import type { Acceptable } from './media-types.ts';
import { readMessageBody } from './message-body.ts';
import type { Patience } from './patience.ts';
import { statusOf } from './status.ts';
import type { Streams } from './streams.ts';

export interface StreamableHttpOptions {
  readonly mcp: Mcp;
  readonly streams: Streams;
  /** Decides when an answer is late, and is awaited on a stream. */
  readonly patience: Patience;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Whether legacy clients may open GET streams, which carry changes of the tool list. */
  readonly getStreams: boolean;
}

/**
 * Makes the answer to `POST` on the MCP endpoint, for all revisions of Streamable HTTP.
 *
 * Nothing is kept between requests, so any of many instances can answer the next one. A client of
 * 2026-07-28 that disconnects stops its call; one of an earlier revision does not.
 */
export function createStreamableHttp(
  options: StreamableHttpOptions,
): (incoming: Incoming, caller: Caller) => Promise<HttpAnswer> {
  return async function post(incoming, caller) {
    const { headers } = incoming;
    const body = await readMessageBody(incoming, options.maxBodyBytes);
    if (body.kind === 'refused') return body.answer;
    const arrived = classify(body.value, { headers });
    switch (arrived.kind) {
      case 'refused':
        return jsonAnswer(400, arrived.answer.json);
      case 'batch':
        return new Post(options, incoming, caller, body.acceptable).batch(arrived.items);
      case 'request':
        return new Post(options, incoming, caller, body.acceptable).run(arrived);
      case 'notification':
      case 'response':
        // a notification can cancel nothing here: what it speaks of came with another request
        return accepted;
    }
  };
}

type ClassifiedRequest = Single & { readonly kind: 'request' };

/** The requests of one POST on their way. */
class Post {
  readonly #options: StreamableHttpOptions;
  readonly #incoming: Incoming;
  readonly #caller: Caller;
  readonly #acceptable: Acceptable;

  constructor(
    options: StreamableHttpOptions,
    incoming: Incoming,
    caller: Caller,
    acceptable: Acceptable,
  ) {
    this.#options = options;
    this.#incoming = incoming;
    this.#caller = caller;
    this.#acceptable = acceptable;
  }

  run({ revision, request }: ClassifiedRequest): HttpAnswer | Promise<HttpAnswer> {
    const modern = revision === modernRevision;
    const exchange = this.#exchange(modern);
    const late = this.#late(exchange);
    const reply = this.#options.mcp.dispatch({ revision, request, exchange });
    if (!(reply instanceof Promise)) return this.#render(reply, modern);
    const render = (answer: Answer): HttpAnswer => this.#render(answer, modern);
    return late ? late.respond(reply, render) : reply.then(render);
  }

  /** The answers of a batch go back as one array, whatever their number. */
  batch(items: readonly Single[]): HttpAnswer | Promise<HttpAnswer> {
    const requests = items.filter((item) => item.kind === 'request');
    if (requests.length === 0) return accepted;
    const exchange = this.#exchange(false);
    const late = this.#late(exchange);
    const replies = requests.map(async ({ revision, request }) =>
      this.#options.mcp.dispatch({ revision, request, exchange }),
    );
    const coming = Promise.all(replies).then(arrayOf);
    const render = (answer: Answer): HttpAnswer => this.#render(answer, false);
    return late ? late.respond(coming, render) : coming.then(render);
  }

  #exchange(modern: boolean): HttpExchange {
    return new HttpExchange(this.#incoming, this.#caller, modern, this.#options.getStreams);
  }

  /** A stream is opened for those only who name it in `Accept`: others expect one JSON body. */
  #late(exchange: HttpExchange): LateAnswer | undefined {
    if (!this.#acceptable.streamNamed) return undefined;
    const { streams, patience } = this.#options;
    const options = { streams, patience, cut: this.#incoming.cut };
    const late = new LateAnswer(options, () => exchange.disconnected());
    exchange.late = late;
    return late;
  }

  #render(reply: Reply, modern: boolean): HttpAnswer {
    if (reply.kind === 'subscription') return this.#subscribe(reply);
    const status = statusOf(reply, modern);
    if (!reply.scopes) return jsonAnswer(status, jsonBodyOf(reply));
    const challenge = challengeOf({
      error: 'insufficient_scope',
      scope: reply.scopes.join(' '),
      error_description: 'The tool needs more scopes than the token has.',
    });
    return jsonAnswer(status, reply.json, { 'www-authenticate': challenge });
  }

  #subscribe(subscription: Subscription): HttpAnswer {
    const { headers, cut } = this.#incoming;
    if (!this.#acceptable.stream) {
      const message = 'A subscription needs a client that accepts text/event-stream.';
      return refusedAnswer(406, errorCodes.INVALID_REQUEST, message, headers);
    }
    const stream = this.#options.streams.open({
      onEnd: () => open?.end(),
      onClosed: () => open?.stop(),
      cut,
    });
    if (!stream) return tooManyStreams(headers);
    const open = subscription.open((json) => stream.send(json));
    if (!open) stream.close();
    return { status: 200, body: stream.body, headers: streamHeaders };
  }
}

/** Makes one answer of those to a batch, whose revision knows nothing but answers. */
function arrayOf(replies: readonly Reply[]): Answer {
  const texts = replies.flatMap((reply) => (reply.kind === 'answer' ? [reply.json] : []));
  return { kind: 'answer', json: `[${texts.join(',')}]` };
}
