import { metaKeys } from './envelope.ts';
import type { ServerInfo } from './mcp-options.ts';
import { modernRevision, type Revision } from './versions.ts';

/** How long clients may keep lists, in milliseconds; a change is notified before. */
const ttlMs = 60_000;

/**
 * Writes results as their revision has them.
 *
 * | revision         | a result is                                                 |
 * | ---------------- | ----------------------------------------------------------- |
 * | until 2025-11-25 | its members                                                 |
 * | 2026-07-28       | `resultType`, its members, the server's name in `_meta`     |
 * |                  | and, for lists, how long and for whom they may be cached    |
 *
 * Members come as JSON text without braces, so that what is serialised once stays so.
 */
export interface ResultWriter {
  write(revision: Revision, members: string): string;
  writeCacheable(revision: Revision, members: string): string;
}

const modernStart = '{"resultType":"complete",';

export function createResultWriter(
  info: ServerInfo,
  cacheScope: 'public' | 'private',
): ResultWriter {
  const meta = JSON.stringify({
    [metaKeys.serverInfo]: { name: info.name, version: info.version },
  });
  const end = `,"_meta":${meta}}`;
  const cacheableEnd = `,"ttlMs":${ttlMs},"cacheScope":"${cacheScope}"${end}`;
  return {
    write: (revision, members) =>
      revision === modernRevision ? `${modernStart}${members}${end}` : `{${members}}`,
    writeCacheable: (revision, members) =>
      revision === modernRevision ? `${modernStart}${members}${cacheableEnd}` : `{${members}}`,
  };
}
