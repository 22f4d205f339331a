import type { Caller, HeaderSource } from '../core/call.ts';
import type { Exchange } from '../mcp/context.ts';
import type { Answer } from '../mcp/reply.ts';
import type { HttpRequest, HttpResponse } from './http/message.ts';
import { streamResponse } from './http/responses.ts';
import type { RequestInfo } from './route.ts';
import type { EventStream, Streams } from './streams.ts';

export interface HttpExchangeOptions {
  readonly request: HttpRequest;
  readonly info: RequestInfo;
  /** Whether the revision is 2026-07-28, in which a client cancels by disconnecting. */
  readonly modern: boolean;
  readonly listChanged: boolean;
  /** Where to open a stream for the answer; undefined if the client does not accept one. */
  readonly streams: Streams | undefined;
}

/** Time after which the answer goes on a stream: many clients and proxies give up after a minute. */
const maxJsonDelayMs = 10_000;

/**
 * One HTTP request as the methods see it, and its response: JSON if the answer comes soon, otherwise
 * an event stream.
 *
 * Proxies close connections that are idle for a minute, and a JSON response is idle until it is
 * complete. On a stream, keep-alive comments and progress notifications precede the answer. If too
 * many streams are open, the response stays JSON.
 */
export class HttpExchange implements Exchange {
  readonly caller: Caller;
  readonly headers: HeaderSource;
  readonly listChanged: boolean;
  readonly mirrorsArguments = true;
  /** A legacy client that disconnects does not cancel its call. */
  readonly irrevocable: boolean;
  readonly #options: HttpExchangeOptions;
  #controller: AbortController | undefined;
  #stream: EventStream | undefined;
  #resolve: ((response: HttpResponse) => void) | undefined;
  #answered = false;
  #onAnswered: (() => void) | undefined;

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
    this.caller = options.info.caller;
    this.headers = options.request.headers;
    this.listChanged = options.listChanged;
    this.irrevocable = !options.modern;
  }

  get notify(): ((json: string) => void) | undefined {
    if (!this.#options.streams) return undefined;
    return (json) => {
      this.#openStream();
      this.#stream?.send(json);
    };
  }

  /** Created on demand, because most calls need none. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = (this.#controller = new AbortController());
    const { request, modern } = this.#options;
    if (modern) request.onGone(() => controller.abort());
    return controller.signal;
  }

  /** Responds with the answer, or after some time with a stream that will carry it. */
  respond(
    reply: Promise<Answer>,
    toResponse: (answer: Answer) => HttpResponse,
  ): Promise<HttpResponse> {
    if (!this.#options.streams) return reply.then(toResponse);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      const timer = setTimeout(() => this.#openStream(), maxJsonDelayMs);
      reply.then((answer) => {
        clearTimeout(timer);
        this.#finish(answer, toResponse);
      }, reject);
    });
  }

  #openStream(): void {
    if (this.#answered || this.#stream) return;
    this.#stream = this.#options.streams?.open({
      caller: this.caller,
      onEnd: () => new Promise((resolve) => (this.#onAnswered = resolve)),
      onClosed: () => this.#closed(),
      disconnect: this.#options.request.disconnect,
    });
    if (this.#stream) this.#resolve?.(streamResponse(this.#stream.body));
  }

  #finish(answer: Answer, toResponse: (answer: Answer) => HttpResponse): void {
    this.#answered = true;
    if (!this.#stream) return this.#resolve?.(toResponse(answer));
    this.#stream.send(answer.json);
    this.#stream.close();
    this.#onAnswered?.();
  }

  /** The client closed the stream before its answer came. */
  #closed(): void {
    if (!this.#answered && this.#options.modern) this.#controller?.abort();
  }
}
