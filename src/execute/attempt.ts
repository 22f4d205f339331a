import type { ExecutionOutcome } from '../core/call.ts';
import type { Tool } from '../core/tool.ts';
import type { Health } from './breaker.ts';
import type { CallStop } from './call-stop.ts';
import { joined } from './chunks.ts';
import { decodeBody, isIdentity, type Decoded } from './decode-body.ts';
import { isPassing, networkFailure, tooLargeFailure } from './error-text.ts';
import { exchange, type Answer, type Channel, type Exchanged } from './exchange.ts';
import { failure, stopFailure } from './failures.ts';
import type { HttpRequest } from './http-request.ts';
import { readAnswer } from './http-response.ts';
import { isLimitReached, readRetryAfter } from './rate-limit-headers.ts';
import { maxRedirects, readRedirect, redirectLoop } from './redirect.ts';
import { validatedBody } from './validated-body.ts';

/** What came of sending a request once. */
export interface Attempt {
  readonly outcome: ExecutionOutcome;
  /** What it showed of the API's health. */
  readonly health: Health;
  /** Whether sending it again is harmless, and can help. */
  readonly mayRetry: boolean;
  readonly retryAfterSeconds?: number;
}

/** What the call is that a request is sent for. */
export interface AttemptedCall {
  readonly tool: Tool;
  readonly mutation: boolean;
  readonly timeoutMs: number;
  /** The time of day in milliseconds since 1970. */
  readonly now: () => number;
}

/** Statuses that pass by themselves. */
const passing = new Set([429, 502, 503, 504]);
const ill = new Set([502, 503, 504]);

/**
 * Sends a request once, following redirects on the API's own origin.
 *
 * A mutation may be sent again only if nothing of it was written to a connection: a broken
 * connection does not tell what the API did with what it got.
 */
export async function attempt(
  channel: Channel,
  request: HttpRequest,
  stop: CallStop,
  call: AttemptedCall,
): Promise<Attempt> {
  let current = request;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const exchanged = await exchange(channel, current, stop);
    if (exchanged.kind !== 'answer') return judgeUnanswered(exchanged, channel.maxBytes, call);
    const { answer } = exchanged;
    if (answer.status < 300 || answer.status >= 400) return judgeAnswer(answer, channel, call);
    const location = answer.headers['location'];
    const redirect = readRedirect(
      answer.status,
      typeof location === 'string' ? location : undefined,
      { origin: channel.origin, path: current.path },
    );
    if (redirect.kind === 'failure') return settled(redirect);
    current = { ...request, path: redirect.path };
  }
  return settled(redirectLoop());
}

function settled(outcome: ExecutionOutcome, health: Health = 'well'): Attempt {
  return { outcome, health, mayRetry: false };
}

function judgeUnanswered(
  exchanged: Exclude<Exchanged, { readonly kind: 'answer' }>,
  maxBytes: number,
  { mutation, timeoutMs }: AttemptedCall,
): Attempt {
  switch (exchanged.kind) {
    case 'too-large':
      return settled(tooLargeFailure(maxBytes, mutation));
    case 'stopped': {
      const mayHaveRun = mutation && exchanged.sent;
      const outcome = stopFailure(exchanged.reason, { timeoutMs, mayHaveRun });
      return settled(outcome, exchanged.reason === 'deadline' ? 'ill' : 'unknown');
    }
    case 'broken': {
      const mayHaveRun = mutation && exchanged.sent;
      return {
        outcome: networkFailure(exchanged.error, mayHaveRun),
        health: 'ill',
        mayRetry: !mayHaveRun && isPassing(exchanged.error),
      };
    }
  }
}

async function judgeAnswer(
  { status, headers, body }: Answer,
  { maxBytes }: Channel,
  { tool, mutation, now }: AttemptedCall,
): Promise<Attempt> {
  const encoding = headers['content-encoding'];
  const decoded: Decoded =
    typeof encoding === 'string' && !isIdentity(encoding) && body.length > 0
      ? await decodeBody(joined(body), encoding, maxBytes)
      : { kind: 'body', body };
  if (decoded.kind === 'too-large') return settled(tooLargeFailure(maxBytes, mutation));
  if (decoded.kind !== 'body') return settled(undecodable(decoded.kind));
  const bytes = joined(decoded.body);
  const validated = status < 300 ? validatedBody(bytes, tool) : undefined;
  if (validated !== undefined) return settled({ kind: 'validated', text: validated });
  const contentType = headers['content-type'];
  const retryAfterSeconds = status < 300 ? undefined : readRetryAfter(headers, now());
  const outcome = readAnswer({
    status: status === 403 && isLimitReached(headers) ? 429 : status,
    contentType: typeof contentType === 'string' ? contentType : '',
    text: bytes.toString('utf8'),
    retryAfterSeconds,
  });
  return {
    outcome,
    health: ill.has(status) ? 'ill' : 'well',
    mayRetry: !mutation && passing.has(status),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function undecodable(kind: 'broken' | 'unknown'): ExecutionOutcome {
  const what = kind === 'broken' ? 'breaks off or is damaged' : 'the gateway does not know';
  return failure('UPSTREAM_MISMATCH', `The GraphQL API's answer has a compression that ${what}.`);
}
