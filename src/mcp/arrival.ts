import type { HeaderSource } from '../core/caller.ts';
import {
  assumedRevision,
  isLegacyRevision,
  isModernHeader,
  type Era,
  type LegacyRevision,
} from './versions.ts';

/** What is known about a message before it is read. */
export interface Arrival {
  /** Headers of the HTTP request that brought it; undefined on connections that have none. */
  readonly headers: HeaderSource | undefined;
  /** The era a connection is bound to by what was said on it before. */
  readonly era?: Era | undefined;
  /** The revision negotiated on the connection. */
  readonly revision?: LegacyRevision | undefined;
}

/** Whether what arrives must be modern, judged by all but the message itself. */
export function isModernArrival({ era, headers }: Arrival): boolean {
  return era === 'modern' || isModernHeader(headers?.get('mcp-protocol-version'));
}

/** The revision of a legacy message, or undefined when its header names none that is served. */
export function legacyRevisionOf({ headers, revision }: Arrival): LegacyRevision | undefined {
  const named = headers ? headers.get('mcp-protocol-version') : revision;
  if (named === null || named === undefined) return assumedRevision;
  return isLegacyRevision(named) ? named : undefined;
}

/** The id of an answer to what has no readable id: see `refusalOf`. */
export function unknownId(arrival: Arrival): null | undefined {
  return isModernArrival(arrival) ? undefined : null;
}
