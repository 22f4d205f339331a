import type { MethodCall } from './context.ts';
import { errorCodes } from './message.ts';
import { cacheable, failed, type Outcome } from './reply.ts';
import { featuresOf } from './versions.ts';

/** The pages of a list, and the stamp of the list in their cursors. */
export interface Pages<Page> {
  readonly pages: readonly Page[];
  readonly stamp: string;
}

/**
 * Divides a list into pages of JSON text: `"tools":[…],"nextCursor":"…"`.
 *
 * @param stampOf identifies the list: a cursor into another list is invalid, because its page would
 *   skip or repeat entries. Not called for a list of one page, which has no cursors.
 */
export function toPages(
  member: string,
  entries: readonly string[],
  size: number,
  stampOf: () => string,
): Pages<string> {
  const count = Math.max(1, Math.ceil(entries.length / size));
  const stamp = count > 1 ? stampOf() : '';
  const pages = Array.from({ length: count }, (_, page) => {
    const list = `"${member}":[${entries.slice(page * size, (page + 1) * size).join(',')}]`;
    const next = page + 1 < count ? `,"nextCursor":${JSON.stringify(`${page + 1}.${stamp}`)}` : '';
    return list + next;
  });
  return { pages, stamp };
}

/** @returns the page of a cursor; undefined for a cursor that is not one of this list. */
export function findPage<Page>({ pages, stamp }: Pages<Page>, cursor: unknown): Page | undefined {
  if (cursor === undefined) return pages[0];
  if (typeof cursor !== 'string') return undefined;
  const page = Number(/^([1-9]\d{0,5})\./.exec(cursor)?.[1]);
  return cursor === `${page}.${stamp}` ? pages[page] : undefined;
}

/** Entries on a page. */
const pageSize = 1_000;

export const invalidCursor = failed(
  errorCodes.INVALID_PARAMS,
  'Invalid cursor. List from the start again.',
);

/**
 * Returns a page of a list that is created for each request.
 *
 * @param isPrivate whether not every caller sees the same list.
 */
export function listPage(
  member: string,
  entries: readonly { readonly title?: string | undefined }[],
  { revision, request }: MethodCall,
  isPrivate = false,
): Outcome {
  const { title } = featuresOf[revision];
  const texts = entries.map((entry) =>
    JSON.stringify(title ? entry : { ...entry, title: undefined }),
  );
  const pages = toPages(member, texts, pageSize, () => String(texts.length));
  const page = findPage(pages, request.params.cursor);
  return page === undefined ? invalidCursor : cacheable(page, isPrivate);
}
