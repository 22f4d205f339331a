import { mayHaveRun } from '../core/classification.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { formatCount, utf8Length } from '../core/text.ts';
import type { Tool } from '../core/tool.ts';
import type { ErrorWithMove } from './error-entry.ts';

/** Whether a text has more UTF-8 bytes than the limit. */
export type SizeCheck = (text: string) => boolean;

/**
 * Creates the check for a limit.
 *
 * A UTF-16 code unit becomes one to three bytes, so the length decides for most texts.
 */
export function createSizeCheck(maxBytes: number): SizeCheck {
  return function isTooLarge(text) {
    if (text.length > maxBytes) return true;
    return text.length * 3 > maxBytes && utf8Length(text) > maxBytes;
  };
}

/** The error of a result that is too large, with advice on narrowing the call. */
export function tooLargeError(
  tool: Tool,
  data: unknown,
  size: { readonly bytes: number; readonly maxBytes: number },
): ErrorWithMove {
  const { bytes, maxBytes } = size;
  const { list, text } = longestParts(data);
  // no argument shortens a text
  const isText = text.length > bytes / 2;
  const part = isText
    ? `; its longest text is ${text.path} with ${formatCount(text.length)} characters`
    : list.length > 1
      ? `; its longest list is ${list.path} with ${formatCount(list.length)} items`
      : '';
  return {
    entry: {
      message: `The result is larger than the limit of ${formatCount(maxBytes)} bytes: it has ${formatCount(bytes)}${part}.`,
      classification: 'BAD_REQUEST',
    },
    nextMove: narrowingAdvice(tool, isText ? text.path : undefined),
  };
}

/** The error of an answer that was not read, because it is larger than `maxBytes`. */
export function unreadError(tool: Tool, maxBytes: number): ErrorWithMove {
  return {
    entry: {
      message: `The response of the GraphQL API is larger than the limit of ${formatCount(maxBytes)} bytes.`,
      classification: 'BAD_REQUEST',
    },
    nextMove: tool.operation.kind === 'mutation' ? mayHaveRun : narrowingAdvice(tool),
  };
}

/** @param text path of the text that makes a result too large, if it is one. */
function narrowingAdvice({ operation, inputSchema }: Tool, text?: string): string {
  if (operation.kind === 'mutation') {
    return 'The mutation has taken effect: do not repeat it; read its result with another tool.';
  }
  if (text !== undefined) return `Use another tool without ${text}; ${orRaise}`;
  const names = Object.keys(inputSchema.properties).map((name) => JSON.stringify(name));
  const paging = names.filter((name) => pagingName.test(name));
  if (paging.length > 0) return `Ask for less: set a smaller ${paging.join(' or ')}.`;
  if (names.length === 0) return cannotNarrow;
  return `Ask for less: narrow the call with the arguments ${names.slice(0, 8).join(', ')}.`;
}

const orRaise = 'or tell the user that the operator can raise limits.maxResultBytes.';

const cannotNarrow = `Use another tool, because this one has no arguments to narrow the result; ${orRaise}`;

/** Names of arguments that limit the number of items. */
const pagingName = /^"(first|last|limit|take|top|count|size|page_?size|per_?page|max\w*|num\w*)"$/i;

/** Largest number of values visited in search of the longest ones. */
const maxVisits = 50_000;

interface Part {
  readonly path: string;
  readonly length: number;
}

/** The longest list and the longest text in a value; `[]` in a path means the items of a list. */
function longestParts(data: unknown): { readonly list: Part; readonly text: Part } {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: data, path: '' }];
  let list: Part = { path: '', length: 0 };
  let text = list;
  for (let visits = 0; visits < maxVisits; visits++) {
    const { value, path } = open.pop() ?? {};
    if (path === undefined) break;
    if (typeof value === 'string' && value.length > text.length) {
      text = { path, length: value.length };
    } else if (Array.isArray(value)) {
      if (value.length > list.length) list = { path, length: value.length };
      const room = Math.min(1_000, maxVisits - open.length);
      for (const item of value.slice(0, room)) open.push({ value: item, path: `${path}[]` });
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        open.push({ value: ownMember(value, key), path: path === '' ? key : `${path}.${key}` });
      }
    }
  }
  return { list, text };
}
