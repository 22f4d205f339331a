import type { JsonSchema, JsonType, ObjectSchema } from '../../core/json-schema.ts';
import {
  bytesOf,
  closeBrace,
  closeBracket,
  colon,
  comma,
  doubt,
  endOfNumber,
  endOfString,
  endOfWord,
  falseText,
  hasFraction,
  letterF,
  letterN,
  letterT,
  nullText,
  openBrace,
  openBracket,
  quote,
  skipSpace,
  startsWith,
  trueText,
} from './scan-token.ts';

/**
 * Returns whether the UTF-8 text of a GraphQL response is certainly `{"data":{…}}` and matches the
 * output schema, so that it can be passed on unchanged. If false, the text must be parsed and validated.
 */
export type AnswerScan = (json: Uint8Array) => boolean;

/**
 * Creates a scan, which reads a text once and creates no values.
 *
 * It supports the part of JSON Schema that most output schemas use, and members in the order of their
 * selection (GraphQL specification, September 2025, section 7.1.2). Everything else, such as `anyOf`,
 * is left to the validator.
 */
export function createAnswerScan(schema: ObjectSchema): AnswerScan {
  let data: Place | undefined;
  return (json) => {
    data ??= planOf(schema.properties['data'] ?? {}, new Map());
    if (!startsWith(json, 0, head) || json[head.length] !== openBrace) return false;
    const end = endOfPlace(json, head.length, data);
    return end !== doubt && json[end] === closeBrace && end + 1 === json.length;
  };
}

const head = bytesOf('{"data":');

/** The values allowed at a place of an answer. */
interface Place {
  /** Bits of `typeBits`; none if the schema has keywords that the scan does not support. */
  readonly types: number;
  /** Absent if objects may have any members. */
  readonly members: readonly Member[] | undefined;
  /** Absent if lists may have any items. */
  readonly items: Place | undefined;
}

interface Member {
  /** The name in quotes, and a colon. */
  readonly key: Uint8Array;
  readonly required: boolean;
  readonly place: Place;
}

const typeBits: Readonly<Record<JsonType, number>> = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
};
const anyType = 127;

const anything: Place = { types: anyType, members: undefined, items: undefined };

/** Deepest level of objects and lists; deeper answers are left to the parser. */
const maxDepth = 500;

/** The keywords that the scan supports. */
const supported = new Set(['type', 'properties', 'required', 'items', 'description', 'deprecated']);

/** Plans a schema; a schema used at several places has one plan. */
function planOf(schema: JsonSchema, plans: Map<JsonSchema, Place>): Place {
  let plan = plans.get(schema);
  if (!plan) plans.set(schema, (plan = makePlan(schema, plans)));
  return plan;
}

function makePlan(schema: JsonSchema, plans: Map<JsonSchema, Place>): Place {
  const { properties, required = [], items } = schema;
  return {
    types: isSupported(schema) ? typesOf(schema) : 0,
    members:
      properties &&
      Object.entries(properties).map(([name, member]) => ({
        key: bytesOf(`${JSON.stringify(name)}:`),
        required: required.includes(name),
        place: planOf(member, plans),
      })),
    items: items && planOf(items, plans),
  };
}

/** Returns whether a plan expresses the schema completely. */
function isSupported(schema: JsonSchema): boolean {
  const { properties = {}, required = [] } = schema;
  return (
    Object.keys(schema).every((keyword) => supported.has(keyword)) &&
    required.every((name) => Object.hasOwn(properties, name))
  );
}

function typesOf({ type }: JsonSchema): number {
  if (type === undefined) return anyType;
  return [type].flat().reduce((types, one) => types | typeBits[one], 0);
}

/** Returns the index after the value at `start` if the place allows it. */
function endOfPlace(json: Uint8Array, start: number, place: Place, depth = 0): number {
  const { types } = place;
  if (depth > maxDepth) return doubt;
  switch (json[start]) {
    case quote:
      return types & typeBits.string ? endOfString(json, start) : doubt;
    case openBrace:
      return types & typeBits.object ? endOfObject(json, start, place, depth + 1) : doubt;
    case openBracket:
      return types & typeBits.array ? endOfList(json, start, place, depth + 1) : doubt;
    case letterT:
      return types & typeBits.boolean ? endOfWord(json, start, trueText) : doubt;
    case letterF:
      return types & typeBits.boolean ? endOfWord(json, start, falseText) : doubt;
    case letterN:
      return types & typeBits.null ? endOfWord(json, start, nullText) : doubt;
    case undefined:
    default: {
      const end = types & numeric ? endOfNumber(json, start) : doubt;
      return types & typeBits.number || !hasFraction(json, start, end) ? end : doubt;
    }
  }
}

const numeric = typeBits.integer | typeBits.number;

function endOfObject(json: Uint8Array, start: number, { members }: Place, depth: number): number {
  if (!members) return endOfMembers(json, start, depth);
  let at = skipSpace(json, start + 1);
  let more = json[at] !== closeBrace;
  for (const { key, required, place } of members) {
    if (more && startsWith(json, at, key)) {
      at = endOfPlace(json, skipSpace(json, at + key.length), place, depth);
      if (at === doubt) return doubt;
      at = skipSpace(json, at);
      more = json[at] === comma;
      if (more) at = skipSpace(json, at + 1);
    } else if (required) {
      return doubt;
    }
  }
  return !more && json[at] === closeBrace ? at + 1 : doubt;
}

/** Returns the index after an object with any members. */
function endOfMembers(json: Uint8Array, start: number, depth: number): number {
  let at = skipSpace(json, start + 1);
  if (json[at] === closeBrace) return at + 1;
  for (;;) {
    if (json[at] !== quote) return doubt;
    at = endOfString(json, at);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] !== colon) return doubt;
    at = endOfPlace(json, skipSpace(json, at + 1), anything, depth);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] === closeBrace) return at + 1;
    if (json[at] !== comma) return doubt;
    at = skipSpace(json, at + 1);
  }
}

function endOfList(
  json: Uint8Array,
  start: number,
  { items = anything }: Place,
  depth: number,
): number {
  let at = skipSpace(json, start + 1);
  if (json[at] === closeBracket) return at + 1;
  for (;;) {
    at = endOfPlace(json, at, items, depth);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] === closeBracket) return at + 1;
    if (json[at] !== comma) return doubt;
    at = skipSpace(json, at + 1);
  }
}
