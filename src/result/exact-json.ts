import type { JsonSchema } from '../core/json-schema.ts';
import { endOfLiteral, endOfString } from './json-text.ts';
import {
  allowsString,
  createSchemaWalk,
  type SchemaPosition,
  type SchemaWalk,
} from './schema-position.ts';

/**
 * Turns integers that a double cannot hold into JSON strings, where the schema lets a string stand.
 *
 * `{"data":{"id":725653563933458432}}` becomes `{"data":{"id":"725653563933458432"}}`: a JavaScript
 * client would read the number as …430 and ask for a wrong id ever after. Where the schema wants a
 * number the digits stay as they are, and fractions always do. The text itself comes back when
 * there is nothing to change.
 *
 * So does `1e400`, which no double comes near: readers in Rust and Go refuse the whole message for it.
 */
export function quoteUnsafeIntegers(text: string, schema: JsonSchema | undefined): string {
  return hasLongDigits(text) || largeExponent.test(text) ? rewrite(text, schema) : text;
}

/** Doubles end at 1.8e308. */
const largeExponent = /\d[eE]\+?\d{3}/;

/** The shortest integer that a double may not hold has sixteen digits. */
const longDigits = 16;

/**
 * Whether sixteen digits stand in a row somewhere.
 *
 * Such a row covers one of every sixteen characters, so only these are looked at: on 1 kB this takes
 * 0.1 µs, where `/\d{16}/` takes 2 µs.
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

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** An object or a list that the reader is in. */
interface Level {
  readonly isList: boolean;
  /** Where the object or list itself stands in the schema. */
  readonly at: SchemaPosition;
}

/** How far the text is read, and where in the schema that is. */
interface Reading {
  readonly text: string;
  readonly walk: SchemaWalk;
  readonly levels: Level[];
  position: SchemaPosition;
  at: number;
}

function rewrite(text: string, schema: JsonSchema | undefined): string {
  const walk = createSchemaWalk(schema);
  const reading: Reading = { text, walk, levels: [], position: walk.root, at: 0 };
  let result = '';
  let copied = 0;
  while (reading.at < text.length) {
    const start = reading.at;
    const character = text[start] ?? '';
    if (character === '"') readString(reading);
    else if (startsNumber(character)) reading.at = endOfLiteral(text, start);
    else readStructure(reading, character);
    const literal = startsNumber(character) ? text.slice(start, reading.at) : '';
    if (isUnsafe(literal) && allowsString(reading.position)) {
      result += `${text.slice(copied, start)}"${literal}"`;
      copied = reading.at;
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Reads a string; one before a colon names the member that comes next. */
function readString(reading: Reading): void {
  const { text, at, levels, walk } = reading;
  const end = endOfString(text, at);
  const level = levels.at(-1);
  if (level && !level.isList && isName(text, end)) {
    reading.position = walk.member(level.at, JSON.parse(text.slice(at, end)) as string);
  }
  reading.at = end;
}

/** Reads one character that is no part of a string or a number. */
function readStructure(reading: Reading, character: string): void {
  const { levels, walk, position } = reading;
  reading.at += 1;
  if (character === '{' || character === '[') {
    const isList = character === '[';
    levels.push({ isList, at: position });
    if (isList) reading.position = walk.item(position);
  } else if (character === '}' || character === ']') {
    levels.pop();
  } else if (character === ',') {
    const level = levels.at(-1);
    if (level?.isList) reading.position = walk.item(level.at);
  }
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text[at] === ':';
}

function startsNumber(character: string): boolean {
  return character === '-' || isDigit(character.charCodeAt(0));
}

function isUnsafe(literal: string): boolean {
  if (!Number.isFinite(Number(literal))) return true;
  return (
    literal.length >= longDigits &&
    /^-?\d+$/.test(literal) &&
    !Number.isSafeInteger(Number(literal))
  );
}
