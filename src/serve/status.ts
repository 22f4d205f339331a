import { errorCodes } from '../mcp/message.ts';
import type { Answer } from '../mcp/reply.ts';

/**
 * The HTTP status of an answer to a request.
 *
 * | answer                            | legacy | modern |
 * | --------------------------------- | ------ | ------ |
 * | result                            | 200    | 200    |
 * | refused before any method ran     | 400    | 400    |
 * | -32020 header mismatch            |        | 400    |
 * | -32601 unknown method             | 200    | 404    |
 * | a scope is missing                | 403    | 403    |
 * | any other error of a method       | 200    | 200    |
 */
export function statusOf({ code, refused, scopes }: Answer, modern: boolean): number {
  if (code === undefined) return 200;
  if (refused || code === errorCodes.HEADER_MISMATCH) return 400;
  if (scopes) return 403;
  return modern && code === errorCodes.METHOD_NOT_FOUND ? 404 : 200;
}
