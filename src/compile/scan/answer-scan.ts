import type { JsonSchema, JsonType, ObjectSchema } from '../../core/json-schema.ts';
import {
  bytesOf,
  closeBrace,
  closeBracket,
  comma,
  doubt,
  endOfAny,
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
 * Whether the UTF-8 text of a GraphQL response surely is `{"data":{…}}` that fits the output schema
 * and can be passed on as it is. False is no verdict: then it has to be parsed and validated.
 */
export type AnswerScan = (json: Uint8Array) => boolean;

/**
 * Makes a scan, which reads a text once and makes no values of it.
 *
 * It knows the part of JSON Schema that most output schemas are written in, and members in the order
 * of their selection, as the GraphQL specification has them (section 7.1.2 of the September 2025
 * edition). Whatever else there is, be it an `anyOf`, is left to the validator.
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

/** A place in an answer: what may stand there. */
interface Place {
  /** Bits of `typeBits`; none where the schema says more than can be scanned. */
  readonly types: number;
  /** Absent where the members of an object can be any. */
  readonly members: readonly Member[] | undefined;
  /** Absent where the items of a list can be any. */
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

/** What a scan can follow; descriptions allow everything. */
const known = new Set(['type', 'properties', 'required', 'items', 'description', 'deprecated']);

/** Schemas that stand at several places become one plan. */
function planOf(schema: JsonSchema, plans: Map<JsonSchema, Place>): Place {
  let plan = plans.get(schema);
  if (!plan) plans.set(schema, (plan = makePlan(schema, plans)));
  return plan;
}

function makePlan(schema: JsonSchema, plans: Map<JsonSchema, Place>): Place {
  const { properties, required = [], items } = schema;
  return {
    types: isKnown(schema) ? typesOf(schema) : 0,
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

/** Whether the schema says nothing that a plan does not. */
function isKnown(schema: JsonSchema): boolean {
  const { properties = {}, required = [] } = schema;
  return (
    Object.keys(schema).every((keyword) => known.has(keyword)) &&
    required.every((name) => Object.hasOwn(properties, name))
  );
}

function typesOf({ type }: JsonSchema): number {
  if (type === undefined) return anyType;
  return [type].flat().reduce((types, one) => types | typeBits[one], 0);
}

/** The index after the value that begins at `start`, when it fits the place. */
function endOfPlace(json: Uint8Array, start: number, place: Place): number {
  const { types } = place;
  switch (json[start]) {
    case quote:
      return types & typeBits.string ? endOfString(json, start) : doubt;
    case openBrace:
      return types & typeBits.object ? endOfObject(json, start, place) : doubt;
    case openBracket:
      return types & typeBits.array ? endOfList(json, start, place) : doubt;
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

function endOfObject(json: Uint8Array, start: number, { members }: Place): number {
  if (!members) return endOfAny(json, start);
  let at = skipSpace(json, start + 1);
  let more = json[at] !== closeBrace;
  for (const { key, required, place } of members) {
    if (more && startsWith(json, at, key)) {
      at = endOfPlace(json, skipSpace(json, at + key.length), place);
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

function endOfList(json: Uint8Array, start: number, { items }: Place): number {
  if (!items) return endOfAny(json, start);
  let at = skipSpace(json, start + 1);
  if (json[at] === closeBracket) return at + 1;
  for (;;) {
    at = endOfPlace(json, at, items);
    if (at === doubt) return doubt;
    at = skipSpace(json, at);
    if (json[at] === closeBracket) return at + 1;
    if (json[at] !== comma) return doubt;
    at = skipSpace(json, at + 1);
  }
}
