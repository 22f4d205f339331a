import { errorCodes } from './message.ts';
import type { MethodCall } from './context.ts';
import { failed, succeeded, type Outcome, type ResultWriter } from './reply.ts';
import { featuresOf } from './versions.ts';

/** The pages of one list, and the stamp that their cursors carry. */
export interface Pages<Page> {
  readonly pages: readonly Page[];
  readonly stamp: string;
}

/**
 * Cuts a list into pages of JSON text: `"tools":[…],"nextCursor":"…"`.
 *
 * @param stampOf what tells this list from the one it may become; a cursor into another list is
 *   invalid, for its page would skip or repeat entries. A list of one page has no cursors, and is
 *   not asked: the stamp of 663 tools takes as long as writing them.
 */
export function cutIntoPages(
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

/** Finds the page that a cursor means, or undefined when this list gave out no such cursor. */
export function findPage<Page>({ pages, stamp }: Pages<Page>, cursor: unknown): Page | undefined {
  if (cursor === undefined) return pages[0];
  if (typeof cursor !== 'string') return undefined;
  const page = Number(/^([1-9]\d{0,5})\./.exec(cursor)?.[1]);
  return cursor === `${page}.${stamp}` ? pages[page] : undefined;
}

/** Entries in one answer. */
const pageSize = 1_000;

/** The answer to a cursor that is none of this list's. */
export const invalidCursor = failed(
  errorCodes.INVALID_PARAMS,
  'Invalid cursor. List from the start again.',
);

/** Answers with a page of a list that may be another one for every request. */
export function listPage(
  member: string,
  entries: readonly { readonly title?: string | undefined }[],
  { revision, request }: MethodCall,
  writer: ResultWriter,
): Outcome {
  const { title } = featuresOf[revision];
  const texts = entries.map((entry) =>
    JSON.stringify(title ? entry : { ...entry, title: undefined }),
  );
  const pages = cutIntoPages(member, texts, pageSize, () => String(texts.length));
  const page = findPage(pages, request.params.cursor);
  return page === undefined ? invalidCursor : succeeded(writer.writeCacheable(revision, page));
}
