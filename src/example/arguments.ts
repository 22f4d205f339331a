import { filmError } from './context.ts';

/** Inclusive bounds, as in `@constraint` of the SDL. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Bounds of every argument called `first`. */
export const pageSizes: Bounds = { min: 1, max: 50 };

/** Returns the number; the field fails as BAD_REQUEST if it is out of bounds. */
export function numberWithin(value: number, { min, max }: Bounds, argument: string): number {
  if (value >= min && value <= max) return value;
  const message = `${argument} must be between ${min} and ${max}, but is ${value}.`;
  throw filmError('BAD_REQUEST', message, argument);
}

/** Returns the trimmed text; the field fails as BAD_REQUEST if its length is out of bounds. */
export function textWithin(value: string, { min, max }: Bounds, argument: string): string {
  const text = value.trim();
  const length = Array.from(text).length;
  if (length >= min && length <= max) return text;
  const message = `${argument} must have ${min} to ${max} characters, but has ${length}.`;
  throw filmError('BAD_REQUEST', message, argument);
}

/** The start and size of a page. */
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
 * Returns a page of a list.
 *
 * A cursor names the last item of a page, and is valid as long as the item is listed. The field
 * fails as BAD_REQUEST for any other cursor.
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
