/** Where a redirect leads, or why it is not followed. */
export type RedirectTarget =
  | { readonly kind: 'follow'; readonly path: string }
  | { readonly kind: 'problem'; readonly problem: RedirectProblem };

export type RedirectProblem =
  /** 304: the client sends no conditional requests, so there is no copy to fall back on. */
  | 'not-modified'
  /** 301, 302, 303 and others: clients change the method to GET. */
  | 'changes-method'
  | 'no-location'
  /** Credentials must not be sent to another origin. */
  | 'other-origin'
  /** More than `maxRedirects` in a row. */
  | 'loop';

/** Redirects followed for one request. */
export const maxRedirects = 3;

/**
 * Decides what to do with a 3xx response.
 *
 * | status           | target       | result                                                |
 * | ---------------- | ------------ | ----------------------------------------------------- |
 * | 307, 308         | same origin  | followed with method and body (RFC 9110, 15.4.8–15.4.9) |
 * | 307, 308         | other origin | `other-origin`                                        |
 * | 304              |              | `not-modified`                                        |
 * | 301, 302, 303, … | any          | `changes-method`                                      |
 */
export function followRedirect(
  status: number,
  location: string,
  from: { readonly origin: string; readonly path: string },
): RedirectTarget {
  if (status === 304) return { kind: 'problem', problem: 'not-modified' };
  if (status !== 307 && status !== 308) return { kind: 'problem', problem: 'changes-method' };
  const base = new URL(from.path, from.origin).href;
  if (location === '' || !URL.canParse(location, base)) {
    return { kind: 'problem', problem: 'no-location' };
  }
  const target = new URL(location, base);
  if (target.origin !== from.origin) return { kind: 'problem', problem: 'other-origin' };
  return { kind: 'follow', path: `${target.pathname}${target.search}` };
}
