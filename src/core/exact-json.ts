import { type JsonSchema, createSchemaCursor, type SchemaCursor } from './json-schema.ts';

/*
 * Reads JSON text without converting its values, so that numbers keep every digit. All functions
 * require text that `JSON.parse` accepts.
 */

/** A member of a JSON object. */
export interface JsonMember {
  readonly name: string;
  /** The text of the value. */
  readonly text: string;
}

/** The members of an object in the order of its text; a repeated name occurs repeatedly. */
export function jsonMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = endOfToken(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ name, text: text.slice(start, end) });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

/** Removes the white space between tokens. */
export function compactJson(text: string): string {
  const kept: string[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const start = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) at = endOfToken(text, at);
    kept.push(text.slice(start, at));
    at = skipSpace(text, at);
  }
  return kept.join('');
}

/**
 * Replaces string values, whatever their escapes.
 *
 * @param minLength length in characters below which strings are not looked up.
 * @param replacements JSON text by value.
 */
export function replaceJsonStrings(
  text: string,
  minLength: number,
  replacements: ReadonlyMap<string, string>,
): string {
  let replaced = '';
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfToken(text, start);
    const replacement =
      end - start > minLength
        ? replacements.get(JSON.parse(text.slice(start, end)) as string)
        : undefined;
    if (replacement !== undefined) {
      replaced += text.slice(copied, start) + replacement;
      copied = end;
    }
    start = text.indexOf('"', end);
  }
  return replaced + text.slice(copied);
}

/**
 * Quotes integers that a double cannot represent, wherever the schema allows a string.
 *
 * `{"data":{"id":725653563933458432}}` becomes `{"data":{"id":"725653563933458432"}}`: a JavaScript
 * client would read the number as …430, which is another id. Numbers stay unchanged where the schema
 * requires a number, and fractions stay unchanged everywhere. `1e400`, which no double can represent,
 * is quoted too: parsers in Rust and Go reject the whole message for it.
 */
export function quoteUnsafeIntegers(text: string, schema: JsonSchema | undefined): string {
  if (!hasLongDigits(text) && !largeExponent.test(text)) return text;
  const reader = new PositionReader(text, createSchemaCursor(schema ?? {}));
  let result = '';
  let copied = 0;
  for (let token = reader.next(); token; token = reader.next()) {
    const { start, end } = token;
    if (!startsNumber(text.charCodeAt(start))) continue;
    const literal = text.slice(start, end);
    if (!isUnsafe(literal) || !allowsString(reader.position)) continue;
    result += `${text.slice(copied, start)}"${literal}"`;
    copied = end;
  }
  return result + text.slice(copied);
}

interface Token {
  readonly start: number;
  readonly end: number;
}

/** An object or a list that the reader is in. */
interface Level {
  readonly isList: boolean;
  readonly cursor: SchemaCursor;
}

/** Reads the tokens of a text and tracks their positions in its schema. */
class PositionReader {
  /** The position of the value that was read last, or of the value after a name. */
  position: SchemaCursor;
  readonly #text: string;
  readonly #levels: Level[] = [];
  #at = 0;

  constructor(text: string, root: SchemaCursor) {
    this.#text = text;
    this.position = root;
  }

  next(): Token | undefined {
    const text = this.#text;
    const start = skipSpace(text, this.#at);
    if (start >= text.length) return undefined;
    const end = endOfToken(text, start);
    this.#at = end;
    this.#track(text[start] ?? '', start, end);
    return { start, end };
  }

  #track(first: string, start: number, end: number): void {
    const level = this.#levels.at(-1);
    if (first === '{' || first === '[') {
      this.#levels.push({ isList: first === '[', cursor: this.position });
      if (first === '[') this.position = this.position.items();
    } else if (first === '}' || first === ']') {
      this.#levels.pop();
    } else if (first === ',' && level?.isList) {
      this.position = level.cursor.items();
    } else if (first === '"' && level && !level.isList) {
      const isName = this.#text[skipSpace(this.#text, end)] === ':';
      const name = isName && (JSON.parse(this.#text.slice(start, end)) as string);
      if (name !== false) this.position = level.cursor.member(name);
    }
  }
}

/** Whether a string is allowed in place of an integer. */
function allowsString({ schemas }: SchemaCursor): boolean {
  if (schemas.length === 0) return true;
  return schemas.some(({ type, enum: values, const: value }) => {
    if (values !== undefined || value !== undefined) return false;
    return type === undefined || [type].flat().includes('string');
  });
}

/** The fewest digits of an integer that a double may not represent. */
const longDigits = 16;

/** The largest double is 1.8e308. */
const largeExponent = /\d[eE]\+?\d{3}/;

/**
 * Whether the text contains sixteen consecutive digits; only every sixteenth character has to be
 * looked at.
 */
function hasLongDigits(text: string): boolean {
  for (let at = longDigits - 1; at < text.length; at += longDigits) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    if (end - start >= longDigits) return true;
  }
  return false;
}

function isUnsafe(literal: string): boolean {
  if (!Number.isFinite(Number(literal))) return true;
  return (
    literal.length >= longDigits &&
    /^-?\d+$/.test(literal) &&
    !Number.isSafeInteger(Number(literal))
  );
}

function startsNumber(code: number): boolean {
  return code === 0x2d || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The index after the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const first = text.charCodeAt(at);
    if (first === 0x7b || first === 0x5b) depth += 1;
    else if (first === 0x7d || first === 0x5d) depth -= 1;
    at = endOfToken(text, at);
  } while (depth > 0);
  return at;
}

/** The index after the token that begins at `start`; white space counts as a token. */
function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === 0x22) return endOfString(text, start);
  if (endsLiteral(first) || first === 0x7b || first === 0x5b || first === 0x3a) return start + 1;
  let at = start + 1;
  while (at < text.length && !endsLiteral(text.charCodeAt(at))) at += 1;
  return at;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes precedes the index. */
function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text.charCodeAt(at - 1 - count) === 0x5c) count += 1;
  return count % 2 === 1;
}

/** Whether a character ends a number, `true`, `false` or `null`: white space, `,`, `}` and `]`. */
function endsLiteral(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x7d || code === 0x5d;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
