import type { Authentication } from '../auth/authenticator.ts';
import { anonymous } from '../core/call.ts';
import { classify, type Single } from '../mcp/classify.ts';
import { errorCodes } from '../mcp/message.ts';
import {
  answerBatch,
  notificationOf,
  type Answer,
  type Reply,
  type Subscription,
} from '../mcp/reply.ts';
import type { Mcp } from '../mcp/server.ts';
import { isLegacyRevision, isModernHeader, modernRevision } from '../mcp/versions.ts';
import { HttpExchange } from './http-exchange.ts';
import type { HttpRequest, HttpResponse } from './http/message.ts';
import { readAccept, readMessage, type AcceptedTypes } from './read-message.ts';
import {
  answerResponse,
  emptyResponse,
  jsonResponse,
  refusal,
  streamResponse,
  tooManyStreams,
} from './http/responses.ts';
import type { Handler, RequestInfo } from './route.ts';
import type { Streams } from './streams.ts';

export interface StreamableHttpOptions {
  readonly mcp: Mcp;
  readonly streams: Streams;
  readonly authentication: Authentication;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Whether legacy clients may open GET streams, which notify of changes of the tool list. */
  readonly getStreams: boolean;
}

/**
 * Creates the handler of `POST` on the MCP endpoint, for all revisions of Streamable HTTP.
 *
 * Nothing is kept between requests, so any instance can handle the next one. A client of 2026-07-28
 * that disconnects cancels its call; a client of an earlier revision does not.
 */
export function createPost(options: StreamableHttpOptions): Handler {
  return async function post(request, info) {
    const message = await readMessage(request, options.maxBodyBytes);
    if (message.kind === 'refused') return message.response;
    const { value, accepts } = message;
    const classified = classify(value, { headers: request.headers });
    switch (classified.kind) {
      case 'refused':
        return jsonResponse(400, classified.answer.json);
      case 'batch':
        return new Post(options, request, info, accepts).runBatch(classified.items);
      case 'request':
        return new Post(options, request, info, accepts).run(classified);
      case 'notification':
      case 'response':
        // a notification cannot cancel a request that arrived with another POST
        return emptyResponse(202);
    }
  };
}

type ClassifiedRequest = Single & { readonly kind: 'request' };

/** The requests of one POST. */
class Post {
  readonly #options: StreamableHttpOptions;
  readonly #request: HttpRequest;
  readonly #info: RequestInfo;
  readonly #accepts: AcceptedTypes;

  constructor(
    options: StreamableHttpOptions,
    request: HttpRequest,
    info: RequestInfo,
    accepts: AcceptedTypes,
  ) {
    this.#options = options;
    this.#request = request;
    this.#info = info;
    this.#accepts = accepts;
  }

  run({ revision, request }: ClassifiedRequest): HttpResponse | Promise<HttpResponse> {
    const modern = revision === modernRevision;
    const exchange = this.#exchange(modern);
    const reply = this.#options.mcp.dispatch({ revision, request, exchange });
    if (!(reply instanceof Promise)) return this.#toResponse(reply, modern);
    return exchange.respond(reply, (answer) => this.#toResponse(answer, modern));
  }

  /** Responds to a batch with one array of answers. */
  runBatch(items: readonly Single[]): HttpResponse | Promise<HttpResponse> {
    const requests = items.filter((item) => item.kind === 'request');
    if (requests.length === 0) return emptyResponse(202);
    const exchange = this.#exchange(false);
    const replies = answerBatch(requests, ({ revision, request }) =>
      this.#options.mcp.dispatch({ revision, request, exchange }),
    );
    return exchange.respond(replies.then(arrayOf), ({ json }) => jsonResponse(200, json));
  }

  /** A stream is opened only for clients that list its type: others expect one JSON body. */
  #exchange(modern: boolean): HttpExchange {
    return new HttpExchange({
      request: this.#request,
      info: this.#info,
      modern,
      listChanged: this.#options.getStreams,
      streams: this.#accepts.streamListed ? this.#options.streams : undefined,
    });
  }

  #toResponse(reply: Reply, modern: boolean): HttpResponse {
    if (reply.kind === 'subscription') return this.#subscribe(reply);
    if (!reply.scopes) return answerResponse(statusOf(reply, modern), reply);
    const scope = reply.scopes.join(' ');
    // without a token the client should sign in, not ask for more scopes
    const isAnonymous = this.#info.caller === anonymous;
    const challenge = this.#options.authentication.challenge(
      isAnonymous ? { scope } : { ...insufficientScope, scope },
    );
    return answerResponse(isAnonymous ? 401 : 403, reply, { 'www-authenticate': challenge });
  }

  #subscribe(subscription: Subscription): HttpResponse {
    const { headers } = this.#request;
    if (!this.#accepts.stream) {
      const message = 'A subscription needs a client that accepts text/event-stream.';
      return refusal(406, errorCodes.INVALID_REQUEST, message, headers);
    }
    const stream = this.#options.streams.open({
      caller: this.#info.caller,
      onEnd: () => open?.end(),
      onClosed: () => open?.stop(),
      disconnect: this.#request.disconnect,
    });
    if (!stream) return tooManyStreams(headers);
    const open = subscription.open((json) => stream.send(json));
    if (!open) stream.close();
    return streamResponse(stream.body);
  }
}

const insufficientScope = {
  error: 'insufficient_scope',
  error_description: 'The tool needs more scopes than the token has.',
} as const;

/** Joins the answers to a batch. */
function arrayOf(texts: readonly string[]): Answer {
  return { kind: 'answer', json: `[${texts.join(',')}]` };
}

/**
 * The HTTP status of an answer.
 *
 * | answer                            | legacy | modern |
 * | --------------------------------- | ------ | ------ |
 * | result                            | 200    | 200    |
 * | refused before any method ran     | 400    | 400    |
 * | -32020 header mismatch            |        | 400    |
 * | -32601 unknown method             | 200    | 404    |
 * | any other error of a method       | 200    | 200    |
 */
function statusOf({ code, refused }: Answer, modern: boolean): number {
  if (code === undefined) return 200;
  if (refused || code === errorCodes.HEADER_MISMATCH) return 400;
  return modern && code === errorCodes.METHOD_NOT_FOUND ? 404 : 200;
}

const listChanged = notificationOf('notifications/tools/list_changed');

/**
 * Creates the handler of `GET` on the MCP endpoint, if streams are enabled: it notifies clients of
 * revisions 2025-03-26 to 2025-11-25 of changes of the tool list.
 *
 * Revision 2026-07-28 has `subscriptions/listen` instead, and no GET.
 */
export function createGet({ mcp, streams }: StreamableHttpOptions): Handler {
  return function get({ headers, disconnect }, { caller }) {
    const version = headers.get('mcp-protocol-version') ?? null;
    if (isModernHeader(version)) {
      // without a body, because clients read the body of any response to GET as events
      return emptyResponse(405, { allow: 'POST' });
    }
    if (version !== null && !isLegacyRevision(version)) {
      const message = 'MCP-Protocol-Version is not a supported revision.';
      return refusal(400, errorCodes.INVALID_REQUEST, message, headers);
    }
    if (!readAccept(headers.get('accept') ?? null).stream) {
      const message = 'Accept must allow text/event-stream.';
      return refusal(406, errorCodes.INVALID_REQUEST, message, headers);
    }
    const stream = streams.open({ caller, onClosed: () => stop?.(), disconnect });
    if (!stream) return tooManyStreams(headers);
    const stop = mcp.toolsChanged.subscribe(() => stream.send(listChanged));
    return streamResponse(stream.body);
  };
}
