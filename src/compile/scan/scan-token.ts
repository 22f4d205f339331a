/*
 * Reading JSON in UTF-8 byte by byte, without making values of it. Every function is given the index
 * where something should begin and returns the index after it, or `doubt`.
 */

/**
 * What is no JSON, or is not surely what JSON.parse and JSON.stringify would leave as it is: a number
 * that loses digits, half a surrogate pair, a control character. Somebody who parses has to look.
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

/** Levels of lists and objects that are followed; deeper ones are doubtful. */
const maxDepth = 100;

/** The index of the next byte that is no space. A tab is doubtful: it would have to be escaped. */
export function skipSpace(json: Uint8Array, start: number): number {
  let at = start;
  while (json[at] === 0x20) at += 1;
  return at;
}

/** Bytes that stand for themselves in a string: 1 for all but quotes, backslashes and controls. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== quote && byte !== backslash ? 1 : 0,
);

/** The index after the string whose opening quote is at `start`. */
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

/** What may follow a backslash, `u` aside. */
const escapes: ReadonlySet<string> = new Set('"\\/bfnrt');

function endOfEscape(json: Uint8Array, start: number): number {
  const letter = String.fromCharCode(json[start + 1] ?? 0);
  if (escapes.has(letter)) return start + 2;
  const unit = codeUnitAt(json, start);
  if (unit === doubt || isLowSurrogate(unit)) return doubt;
  if (!isHighSurrogate(unit)) return start + 6;
  return isLowSurrogate(codeUnitAt(json, start + 6)) ? start + 12 : doubt;
}

/** The number that `\uXXXX` stands for. */
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

/** Digits that a double surely holds. */
const maxDigits = 15;

/** The index after the number that begins at `start`; one with an exponent is doubtful. */
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

/** Whether the number from `start` to `end` is written with a fraction. */
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

/** `e` and `E` differ by the bit 0x20 alone. */
function isExponent(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) === 0x65;
}

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export const trueText = bytesOf('true');
export const falseText = bytesOf('false');
export const nullText = bytesOf('null');

/** The index after the `word` at `start`. */
export function endOfWord(json: Uint8Array, start: number, word: Uint8Array): number {
  return startsWith(json, start, word) ? start + word.length : doubt;
}

/** Whether `bytes` stand at `start`. */
export function startsWith(json: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    if (json[start + index] !== bytes[index]) return false;
  }
  return true;
}

/** The index after any value that begins at `start`. */
export function endOfAny(json: Uint8Array, start: number, depth = 0): number {
  switch (json[start]) {
    case quote:
      return endOfString(json, start);
    case openBrace:
      return depth < maxDepth ? endOfMembers(json, start, depth) : doubt;
    case openBracket:
      return depth < maxDepth ? endOfItems(json, start, depth) : doubt;
    case letterT:
      return endOfWord(json, start, trueText);
    case letterF:
      return endOfWord(json, start, falseText);
    case letterN:
      return endOfWord(json, start, nullText);
    case undefined:
    default:
      return endOfNumber(json, start);
  }
}

function endOfMembers(json: Uint8Array, start: number, depth: number): number {
  let at = skipSpace(json, start + 1);
  if (json[at] === closeBrace) return at + 1;
  for (;;) {
    if (json[at] !== quote) return doubt;
    at = endOfString(json, at);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] !== colon) return doubt;
    at = endOfAny(json, skipSpace(json, at + 1), depth + 1);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] === closeBrace) return at + 1;
    if (json[at] !== comma) return doubt;
    at = skipSpace(json, at + 1);
  }
}

function endOfItems(json: Uint8Array, start: number, depth: number): number {
  let at = skipSpace(json, start + 1);
  if (json[at] === closeBracket) return at + 1;
  for (;;) {
    at = endOfAny(json, at, depth + 1);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] === closeBracket) return at + 1;
    if (json[at] !== comma) return doubt;
    at = skipSpace(json, at + 1);
  }
}
