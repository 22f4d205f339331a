import { failure, type Failure } from './failures.ts';

/** What to do with a redirect. */
export type Redirect = { readonly kind: 'follow'; readonly path: string } | Failure;

/** Redirects followed for one request; more is a loop. */
export const maxRedirects = 3;

const advice =
  'Do not retry. Tell the user that the gateway’s operator has to correct the endpoint.';

/**
 * Decides about an answer with a 3xx status.
 *
 * | status             | target        | what happens                                       |
 * | ------------------ | ------------- | -------------------------------------------------- |
 * | 307, 308           | same origin   | followed: method and body stay (RFC 9110, 15.4.8)  |
 * | 307, 308           | other origin  | refused: credentials would go to another server    |
 * | 304                |               | refused: it is no redirect, but means a copy that the gateway does not have |
 * | 301, 302, 303, …   | any           | refused: clients turn the POST into a GET          |
 */
export function readRedirect(
  status: number,
  location: string | undefined,
  from: { readonly origin: string; readonly path: string },
): Redirect {
  if (status === 304) return notModified;
  if (status !== 307 && status !== 308) {
    return refuse(`redirects with HTTP status ${status}, which turns a POST into a GET`);
  }
  const base = new URL(from.path, from.origin);
  const target =
    location !== undefined && URL.canParse(location, base.href) && new URL(location, base.href);
  if (!target) return refuse(`redirects with HTTP status ${status}, but does not say where to`);
  if (target.origin !== from.origin) {
    return refuse('redirects to another origin, where its credentials must not be sent');
  }
  return { kind: 'follow', path: `${target.pathname}${target.search}` };
}

/** Says that an API redirects in a circle. */
export function redirectLoop(): Failure {
  return refuse('redirects again and again');
}

const notModified = failure(
  'UPSTREAM_MISMATCH',
  'The GraphQL API answered with HTTP status 304 (not modified), though it was not asked for changes alone.',
  {
    advice:
      'Do not retry. Tell the user that the operator of the API, or of a cache before it, has to correct that.',
  },
);

function refuse(what: string): Failure {
  return failure('UPSTREAM_MISMATCH', `The GraphQL API's endpoint ${what}.`, { advice });
}
