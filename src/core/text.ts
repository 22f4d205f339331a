import { createHash } from 'node:crypto';

/**
 * Invisible characters, which a model reads and a person does not see: control characters except
 * line feed and tab, bidirectional controls, zero-width characters, fillers, tag characters, and
 * variation selectors except the one of emoji.
 */
const hidden =
  // a string, because oxlint's no-control-regex refuses the escapes in a literal
  new RegExp(
    '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u070F\\u08E2\\u115F\\u1160' +
      '\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u2800\\u3164' +
      '\\uFE00-\\uFE0E\\uFEFF\\uFFA0\\uFFF0-\\uFFFB]|[\\u{13430}-\\u{1343F}]|[\\u{1BCA0}-\\u{1BCA3}]' +
      '|[\\u{1D173}-\\u{1D17A}]|[\\u{E0000}-\\u{E0FFF}]',
    'gu',
  );

/** Returns whether a text holds invisible characters. */
export function hasHiddenCharacters(text: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(text);
}

/** Matches one line of ASCII without surrounding spaces, which most texts are. */
const alreadyPlain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Removes invisible characters, lone surrogates, and spaces at the ends of lines. */
export function plainText(text: string): string {
  if (text === '' || alreadyPlain.test(text)) return text;
  return text
    .replaceAll(/\r\n?/g, '\n')
    .toWellFormed()
    .replaceAll(hidden, '')
    .split('\n')
    .map(withoutTrailingSpace)
    .join('\n')
    .trim();
}

/** Removes spaces and tabs at the end of a line; `/[ \t]+$/` takes quadratic time on inner spaces. */
function withoutTrailingSpace(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1;
  return line.slice(0, end);
}

/**
 * Cuts a text to at most `limit` UTF-16 code units (the unit that clients count), ending in `…`.
 *
 * Cuts after the last word that fits if one ends within 40 units, and never within a character.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  if (isLowSurrogate(text.charCodeAt(end))) end -= 1;
  const space = text.lastIndexOf(' ', end);
  return `${text.slice(0, space > Math.max(0, end - 40) ? space : end).trimEnd()}…`;
}

/** Cuts a text to at most `limit` bytes of UTF-8, ending in `…`, and never within a character. */
export function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || utf8Length(text) <= limit) return text;
  let bytes = 3;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > limit) break;
    end += character.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Counts the bytes of a text in UTF-8; a lone surrogate counts as the U+FFFD it becomes. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Compares texts by UTF-16 code unit, which is independent of the locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Lists texts as `a, b and 3 more`.
 *
 * @param options.max how many are listed at most; all by default.
 */
export function listTexts(
  texts: readonly string[],
  { max = texts.length }: { readonly max?: number } = {},
): string {
  const more = texts.length - max;
  return more > 0 ? `${texts.slice(0, max).join(', ')} and ${more} more` : texts.join(', ');
}

/** Formats a number with thousands separators: `1,439`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

const counts = new Intl.NumberFormat('en-US');

/** Lists alternatives as `a, b or c`. */
export function listAlternatives(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * Writes a text on one line that a CI log cannot take for a workflow command: such a command is a line
 * that begins with `::`, or anything after `##[`.
 */
export function inertLine(text: string): string {
  return text
    .split(/[\n\r]+/)
    .map((line, index, lines) => trimInside(line, index > 0, index < lines.length - 1))
    .join(' ')
    .replace(/^(\s*):(?=:)/, '$1\\u{3a}')
    .replaceAll('##[', '#\\u{23}[');
}

/** Trims the ends of a line that were next to a line break. */
function trimInside(line: string, isAfterBreak: boolean, isBeforeBreak: boolean): string {
  const start = isAfterBreak ? line.trimStart() : line;
  return isBeforeBreak ? start.trimEnd() : start;
}

/** Control, format and separator characters, which are invisible or control a terminal. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Escapes invisible characters except line breaks and tabs, so that a text neither hides something nor
 * controls a terminal: ESC becomes `\u{1b}`.
 */
export function escapeInvisible(text: string): string {
  return text.replaceAll(invisible, (sign) =>
    sign === '\n' || sign === '\t' ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/** Returns the SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Formats a duration: `50 seconds`, `1.5 seconds`, `200 milliseconds`. */
export function formatMs(ms: number): string {
  if (ms > 0 && ms < 1_000) return `${ms} millisecond${ms === 1 ? '' : 's'}`;
  const seconds = Math.round(ms / 100) / 10;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
