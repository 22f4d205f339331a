/*
 * Reading JSON text without parsing it. Every function here is given text that JSON.parse has
 * accepted, so none of them checks for mistakes.
 */

/** Where a member of a JSON object stands in its text. */
export interface JsonMember {
  readonly name: string;
  /** The member's value, as written. */
  readonly text: string;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/** The members of the object that `text` is, in order; a name that is written twice comes twice. */
export function membersOf(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ name, text: text.slice(start, end) });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return members;
}

/** The index after the string that begins at `start`, which is a quote. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text.charCodeAt(at - 1 - count) === backslash) count += 1;
  return count % 2 === 1;
}

/** The index after the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start);
  if (first !== 0x7b && first !== 0x5b) return endOfLiteral(text, start);
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    // `{` and `[`, `}` and `]` differ by the bit 0x20 alone
    if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** The index after the number, `true`, `false` or `null` that begins at `start`. */
export function endOfLiteral(text: string, start: number): number {
  let at = start;
  while (at < text.length && !endsLiteral(text.charCodeAt(at))) at += 1;
  return at;
}

function endsLiteral(code: number): boolean {
  return code <= 0x20 || code === comma || code === closeBrace || code === closeBracket;
}

/** The index of the next character that is no white space. */
function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Removes the white space between the tokens of a JSON text; what stands in strings stays. */
export function compactJson(text: string): string {
  const kept: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) {
      at = text.charCodeAt(at) === quote ? endOfString(text, at) : at + 1;
    }
    kept.push(text.slice(start, at));
    at = skipSpace(text, at);
  }
  return kept.join('');
}
