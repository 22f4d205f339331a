/*
 * Scans JSON in UTF-8 byte by byte, without creating values. Every function takes the index where a
 * token should begin and returns the index after it, or `doubt`.
 */

/**
 * Returned for text that is not JSON, or that JSON.parse and JSON.stringify may change: a number that
 * loses digits, a lone surrogate, a control character.
 */
export const doubt = -1;

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const letterF = 0x66;
export const letterN = 0x6e;
export const letterT = 0x74;
const backslash = 0x5c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** Returns the index of the next byte that is not a space; other white space is doubtful. */
export function skipSpace(json: Uint8Array, start: number): number {
  let at = start;
  while (json[at] === 0x20) at += 1;
  return at;
}

/** 1 for bytes that are unescaped in strings: all but quotes, backslashes and control characters. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== quote && byte !== backslash ? 1 : 0,
);

/** Returns the index after the string whose opening quote is at `start`. */
export function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    while (isPlain[json[at] ?? quote] === 1) at += 1;
    if (json[at] === quote) return at + 1;
    if (json[at] !== backslash) return doubt;
    at = endOfEscape(json, at);
    if (at === doubt) return doubt;
  }
}

/** The characters that may follow a backslash, except `u`. */
const escapes: ReadonlySet<string> = new Set('"\\/bfnrt');

function endOfEscape(json: Uint8Array, start: number): number {
  const letter = String.fromCharCode(json[start + 1] ?? 0);
  if (escapes.has(letter)) return start + 2;
  const unit = codeUnitAt(json, start);
  if (unit === doubt || isLowSurrogate(unit)) return doubt;
  if (!isHighSurrogate(unit)) return start + 6;
  return isLowSurrogate(codeUnitAt(json, start + 6)) ? start + 12 : doubt;
}

/** Returns the code unit of the escape `\uXXXX`. */
function codeUnitAt(json: Uint8Array, start: number): number {
  const written = String.fromCharCode(...json.subarray(start, start + 6));
  return isCodeUnit.test(written) ? Number.parseInt(written.slice(2), 16) : doubt;
}

const isCodeUnit = /^\\u[0-9a-fA-F]{4}$/;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Most digits that a double always represents. */
const maxDigits = 15;

/** Returns the index after the number at `start`; a number with an exponent is doubtful. */
export function endOfNumber(json: Uint8Array, start: number): number {
  const first = json[start] === minus ? start + 1 : start;
  const end = endOfDigits(json, first);
  if (end === first || end - first > maxDigits) return doubt;
  if (json[first] === zero && end > first + 1) return doubt;
  if (isExponent(json[end])) return doubt;
  if (json[end] !== point) return end;
  const last = endOfDigits(json, end + 1);
  return last === end + 1 || isExponent(json[last]) ? doubt : last;
}

/** Returns whether the number from `start` to `end` has a fraction. */
export function hasFraction(json: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (json[at] === point) return true;
  }
  return false;
}

function endOfDigits(json: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(json[at])) at += 1;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= 0x39;
}

/** `e` and `E` differ only in the bit 0x20. */
function isExponent(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) === 0x65;
}

/** Returns the bytes of a text in UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export const trueText = bytesOf('true');
export const falseText = bytesOf('false');
export const nullText = bytesOf('null');

/** Returns the index after the `word` at `start`. */
export function endOfWord(json: Uint8Array, start: number, word: Uint8Array): number {
  return startsWith(json, start, word) ? start + word.length : doubt;
}

/** Returns whether `bytes` are at `start`. */
export function startsWith(json: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    if (json[start + index] !== bytes[index]) return false;
  }
  return true;
}
