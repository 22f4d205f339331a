import { errorCodes } from '../mcp/message.ts';
import { corsHeaders, createOriginCheck, isPreflight, preflightAnswer } from './cors.ts';
import type { HeaderSource } from '../core/caller.ts';
import { createHostCheck, isHost } from './host.ts';
import {
  malformedRequest,
  refusedAnswer,
  type HeaderRecord,
  type HttpAnswer,
} from './http-answer.ts';
import type { Incoming } from './incoming.ts';

/** Whether a request is let in at all, before it is asked who sent it. */
export interface Admission {
  /** The answer to a request that ends here: refused, or a preflight. */
  readonly answer?: HttpAnswer;
  /** Headers that every answer to the request carries. */
  readonly cors?: HeaderRecord;
}

export interface AdmissionOptions {
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
  readonly loopback: boolean;
}

const letIn: Admission = {};

/**
 * Makes the check that comes first: `Host`, then `Origin`, then preflights.
 *
 * It comes before authentication, for a browser sends no credentials with a preflight, and a page
 * must be able to read that it has to authenticate.
 */
export function createAdmission(options: AdmissionOptions): (incoming: Incoming) => Admission {
  const hostAllowed = createHostCheck(options.allowedHosts);
  const originAllowed = createOriginCheck(options.allowedOrigins, options.loopback);
  return function admit(incoming) {
    const { method, headers } = incoming;
    // requests made in process have no Host header
    const host = headers.get('host') ?? incoming.urlHost;
    if (!hostAllowed(host)) {
      return { answer: isHost(host) ? forbidden('Host', headers) : malformedRequest(headers) };
    }
    const origin = headers.get('origin');
    if (origin === null) return letIn;
    if (!originAllowed(origin)) return { answer: forbidden('Origin', headers) };
    const cors = corsHeaders(origin);
    return isPreflight(method, headers) ? { answer: preflightAnswer(headers), cors } : { cors };
  };
}

function forbidden(header: string, headers: HeaderSource): HttpAnswer {
  const message = `The ${header} header names none that this server allows.`;
  return refusedAnswer(403, errorCodes.INVALID_REQUEST, message, headers);
}
