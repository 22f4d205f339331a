import { numberWithin, pageSizes } from './bounds.ts';
import { filmError } from './film-error.ts';

/** Where a page starts and how long it is. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A page of a list. */
export interface Page<T> {
  readonly nodes: readonly T[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Cuts a page out of a list.
 *
 * A cursor names the last item of the page it ends, so it stays good as long as the item is listed.
 * One that names no item of this list fails the field as BAD_REQUEST.
 */
export function pageOf<T extends { readonly id: string }>(
  items: readonly T[],
  { first, after }: PageArguments,
): Page<T> {
  const size = numberWithin(first ?? 10, pageSizes, 'first');
  const start = after == null ? 0 : startAfter(items, after);
  const nodes = items.slice(start, start + size);
  const last = nodes.at(-1);
  return {
    nodes,
    totalCount: items.length,
    pageInfo: {
      hasNextPage: start + size < items.length,
      endCursor: last ? `${cursorPrefix}${last.id}` : null,
    },
  };
}

const cursorPrefix = 'after:';

function startAfter(items: readonly { readonly id: string }[], cursor: string): number {
  const index = items.findIndex(({ id }) => `${cursorPrefix}${id}` === cursor);
  if (index >= 0) return index + 1;
  const message = `"${cursor}" is not the endCursor of a page of this list.`;
  throw filmError('BAD_REQUEST', message, 'after');
}
