import type { Tool } from '../core/tool.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { writePath, type ErrorWithMove } from './error-entry.ts';

/** Says whether a text has more UTF-8 bytes than a limit. */
export type SizeCheck = (text: string) => boolean;

/**
 * Makes the check for a limit.
 *
 * A character has one to three bytes (a pair of surrogates four), so the length alone decides for
 * most texts. Between the two bounds the text is encoded into one buffer that is kept, which ends
 * where the limit is.
 */
export function createSizeCheck(maxBytes: number): SizeCheck {
  const encoder = new TextEncoder();
  let scratch: Uint8Array | undefined;
  return function isTooLarge(text) {
    if (text.length > maxBytes) return true;
    if (text.length * 3 <= maxBytes) return false;
    scratch ??= new Uint8Array(maxBytes);
    return encoder.encodeInto(text, scratch).read < text.length;
  };
}

/** Says that an answer is too large, and how this tool can be asked for less. */
export function tooLargeError(
  tool: Tool,
  data: unknown,
  size: { readonly bytes: number; readonly maxBytes: number },
): ErrorWithMove {
  const { bytes, maxBytes } = size;
  const longest = longestList(data);
  const list = longest
    ? `; its longest list is ${longest.path} with ${count(longest.length)} items`
    : '';
  return {
    entry: {
      message: `The answer is larger than the limit of ${count(maxBytes)} bytes: it has ${count(bytes)}${list}.`,
      classification: 'BAD_REQUEST',
    },
    nextMove: narrowingOf(tool),
  };
}

function narrowingOf({ operation, inputSchema }: Tool): string {
  if (operation.kind === 'mutation') {
    return 'It has taken effect: do not repeat it, and read its result with another tool.';
  }
  const names = Object.keys(inputSchema.properties).map((name) => JSON.stringify(name));
  const paging = names.filter((name) => pagingName.test(name));
  if (paging.length > 0) return `Ask for less: set a smaller ${paging.join(' or ')}.`;
  if (names.length === 0) return cannotNarrow;
  return `Ask for less: narrow it with the arguments ${names.slice(0, 8).join(', ')}.`;
}

const cannotNarrow =
  'Use another tool, for this one takes no arguments to narrow it with, or tell the user that the operator can raise limits.maxResultBytes.';

/** Names that arguments for a page's size have. */
const pagingName = /^"(first|last|limit|take|top|count|size|page_?size|per_?page|max\w*|num\w*)"$/i;

/** Places that are looked at in search of the longest list. */
const maxVisits = 50_000;

/** The longest list in a value, with `[]` in its path for any item of the lists around it. */
function longestList(
  data: unknown,
): { readonly path: string; readonly length: number } | undefined {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: data, path: '' }];
  let longest: { readonly path: string; readonly length: number } | undefined;
  for (let visits = 0; visits < maxVisits; visits++) {
    const next = open.pop();
    if (!next) break;
    const { value, path } = next;
    if (Array.isArray(value)) {
      if (value.length > (longest?.length ?? 1)) longest = { path, length: value.length };
      const room = Math.min(1_000, maxVisits - open.length);
      for (const item of value.slice(0, room)) open.push({ value: item, path: `${path}[]` });
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        open.push({
          value: ownMember(value, key),
          path: path === '' ? writePath([key]) : `${path}.${key}`,
        });
      }
    }
  }
  return longest;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
