import { errorCodes } from '../codes.ts';
import type { MethodCall } from '../exchange.ts';
import { cutIntoPages, findPage } from '../pages.ts';
import { failed, succeeded, type Outcome } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { featuresOf } from '../versions.ts';

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
