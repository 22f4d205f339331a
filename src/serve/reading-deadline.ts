import type { ServerResponse } from 'node:http';

/** Time within which a client must have read some more of its answer, in milliseconds. */
export const defaultReadMs = 60_000;

/**
 * Cuts the connection of a client that reads nothing of an answer for so long: what it does not read
 * stays in memory. One that reads slowly may take the time it needs.
 *
 * It says nothing of streams, which may be quiet for hours and have bounds of their own.
 */
export function setReadingDeadline(response: ServerResponse, readMs: number): void {
  // nearly always, for an answer that is not large leaves at once
  if (response.writableEnded && response.writableLength === 0) return;
  // a timeout that nobody listens to ends the connection: `socketOnTimeout` of node:http
  response.setTimeout(readMs);
  // before node:http sets the time that the connection may be idle
  response.prependOnceListener('finish', () => response.setTimeout(0));
}
