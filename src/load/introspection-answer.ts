import type { Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject, ownMember, parseJsonObject } from '../core/json.ts';
import type { JsonAnswer } from './fetch-json.ts';
import { finding } from './finding.ts';
import { nameFeature } from './introspection-query.ts';
import type { LoadCode } from './load-codes.ts';

/** What an answer to introspection is worth. */
export type Verdict =
  | { readonly kind: 'schema'; readonly json: unknown }
  /** The server does not like the query: a simpler one may do. */
  | { readonly kind: 'refused'; readonly errors: string; readonly problem: Diagnostic }
  /** The failure may pass. */
  | { readonly kind: 'passing'; readonly problem: Diagnostic }
  | { readonly kind: 'final'; readonly problem: Diagnostic };

/** Judges what an endpoint answered. */
export function judgeAnswer(answer: JsonAnswer, url: string): Verdict {
  const { status, text } = answer;
  if (text === undefined) return final('INTROSPECTION_TOO_LARGE', url, tooLarge);
  const body = parseJsonObject(text);
  const data = body && ownMember(body, 'data');
  if (isJsonObject(data) && isJsonObject(ownMember(data, '__schema'))) {
    return { kind: 'schema', json: body };
  }
  if (status === 401 || status === 403)
    return final('INTROSPECTION_UNAUTHORIZED', url, refusedBy(status));
  const errors = body && errorMessages(body);
  // a few servers answer a query they do not understand with 500
  if (errors && (!mayPass(status) || nameFeature(errors))) return judgeErrors(errors, url);
  if (status >= 300 && status < 400) return final('INTROSPECTION_REDIRECTED', url, movedBy(status));
  if (status >= 400) return judgeStatus(status, url);
  return final('INTROSPECTION_NOT_GRAPHQL', url, notGraphQL(answer, body !== undefined));
}

/** Where to ask again after a 307 or 308 within one origin; undefined for every other answer. */
export function redirected({ status, location }: JsonAnswer, url: string): string | undefined {
  if ((status !== 307 && status !== 308) || location === undefined) return undefined;
  if (!URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  // headers may hold credentials, which are for this origin alone
  return target.origin === new URL(url).origin ? target.href : undefined;
}

/** Says why a request failed. */
export function explainFailure(error: unknown, url: string): Verdict {
  const { name = '', code = '' } = error as { readonly name?: string; readonly code?: string };
  if (timeouts.has(name) || timeouts.has(code)) {
    return passing('INTROSPECTION_TIMEOUT', url, [
      'did not answer introspection in time',
      'Look whether the API is up, or give its SDL by `schema`.',
    ]);
  }
  const reason = code === '' ? '' : ` (${code})`;
  const hint = /CERT|SIGN|TLS|SSL/.test(String(code))
    ? 'Name the file of the certificate authority by `http.caFile`.'
    : 'Look whether the API is up and `endpoint` is right, or give its SDL by `schema`.';
  return passing('INTROSPECTION_UNREACHABLE', url, [`could not be reached${reason}`, hint]);
}

const timeouts: ReadonlySet<string> = new Set([
  'TimeoutError',
  'AbortError',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** What happened, to go after the origin, and what to do. */
type Saying = readonly [what: string, hint: string];

function judgeErrors(errors: string, url: string): Verdict {
  if (
    /introspection/i.test(errors) &&
    /not allowed|disabled|forbidden|not permitted|denied/i.test(errors)
  ) {
    return final('INTROSPECTION_DISABLED', url, [
      'does not allow introspection',
      'Get the SDL from whoever runs the API, and name its file by `schema`.',
    ]);
  }
  const [what, hint]: Saying = [
    `answered introspection with errors: ${errors}`,
    'Mend what the API says, or give its SDL by `schema`.',
  ];
  return { kind: 'refused', errors, problem: problem('INTROSPECTION_REFUSED', url, [what, hint]) };
}

function judgeStatus(status: number, url: string): Verdict {
  const what = `answered introspection with HTTP status ${status}`;
  if (mayPass(status)) {
    return passing('INTROSPECTION_STATUS', url, [
      what,
      'Look at the API, or give its SDL by `schema`.',
    ]);
  }
  return final('INTROSPECTION_STATUS', url, [
    what,
    'Look whether `endpoint` is the address of the GraphQL API.',
  ]);
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function refusedBy(status: number): Saying {
  return [
    `refused introspection with HTTP status ${status}`,
    'Look at `headers` (--header on the command line) and `introspection.headers`: the credentials are missing, wrong or expired.',
  ];
}

function movedBy(status: number): Saying {
  return [
    `redirects to another address (HTTP status ${status})`,
    'Write the address it redirects to as `endpoint`.',
  ];
}

const tooLarge: Saying = [
  'answered introspection with more than 64 MiB',
  'Give the SDL of the API by `schema`.',
];

function notGraphQL({ contentType, text }: JsonAnswer, isJson: boolean): Saying {
  const isHtml = /html/i.test(contentType) || /^\s*</.test(text ?? '');
  const what = isHtml ? 'an HTML page' : isJson ? 'JSON without "data" or "errors"' : 'no JSON';
  return [
    `answered introspection with ${what}`,
    'Look whether `endpoint` is the address of the GraphQL API, not of a page about it.',
  ];
}

/** The messages of the errors in a response, bounded; undefined when there are none. */
function errorMessages(body: object): string | undefined {
  const errors = ownMember(body, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const messages = errors
    .map((error: unknown) => (isJsonObject(error) ? ownMember(error, 'message') : undefined))
    .filter((message) => typeof message === 'string');
  const joined = messages.join('; ').replaceAll(/[\s\p{Cc}]+/gu, ' ') || 'without a message';
  return joined.length > 400 ? `${joined.slice(0, 400)}…` : joined;
}

function final(code: LoadCode, url: string, saying: Saying): Verdict {
  return { kind: 'final', problem: problem(code, url, saying) };
}

function passing(code: LoadCode, url: string, saying: Saying): Verdict {
  return { kind: 'passing', problem: problem(code, url, saying) };
}

/** Names the origin alone: the path and the query of an endpoint may hold keys. */
function problem(code: LoadCode, url: string, [what, hint]: Saying): Diagnostic {
  const origin = URL.canParse(url) ? new URL(url).origin : 'The endpoint';
  return finding('error', code, `${origin} ${what.replace(/\.?$/, '.')}`, hint);
}
