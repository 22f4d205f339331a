import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer } from './http-answer.ts';
import { NodeIncoming } from './node-incoming.ts';
import { defaultReadMs, setReadingDeadline } from './reading-deadline.ts';
import type { Route } from './route.ts';
import { writeAnswer } from './write-answer.ts';

/** Answers a request of `node:http` by its route. */
export type AnswerRequest = (
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

interface Made {
  readonly response: ServerResponse;
  readonly answer: HttpAnswer;
}

/**
 * Makes what answers the requests of a server, without a `Request` and a `Response` in between: see
 * `NodeIncoming`.
 *
 * Answers that are made in one turn of the event loop are written in a row at its end. Every write
 * wakes up who reads it, where that is a program on this machine: a proxy, a client. The first of a
 * row wakes it up, and the rest find it awake, which spares both of them time under load. A request
 * that is alone is answered at once, for it would only wait.
 */
export function createAnswerRequest(readMs = defaultReadMs): AnswerRequest {
  let underWay = 0;
  let made: Made[] = [];
  const write = (response: ServerResponse, answer: HttpAnswer): void => {
    writeAnswer(response, answer);
    if (!(answer.body instanceof ReadableStream)) setReadingDeadline(response, readMs);
  };
  const writeMade = (): void => {
    const all = made;
    made = [];
    for (const { response, answer } of all) write(response, answer);
  };
  return async function answerRequest(route, request, response) {
    underWay += 1;
    const answer = await route(new NodeIncoming(request, response));
    underWay -= 1;
    if (underWay === 0 && made.length === 0) return write(response, answer);
    if (made.push({ response, answer }) === 1) setImmediate(writeMade);
  };
}
