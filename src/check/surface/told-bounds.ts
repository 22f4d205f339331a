import type { Bounds } from '../../compile/model/bounds.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/**
 * The schema of an argument or field with the bounds that its description tells, as profiles without
 * keywords have them: `At most 100.` The API refuses what is beyond, so they belong to what a call may
 * hold.
 */
export function withToldBounds(schema: JsonSchema, description = ''): JsonSchema {
  const told = boundsIn(description);
  const ofList = told.filter(([keyword]) => keyword.endsWith('Items'));
  const ofItem = told.filter(([keyword]) => !keyword.endsWith('Items'));
  return { ...boundInnermost(schema, Object.fromEntries(ofItem)), ...Object.fromEntries(ofList) };
}

/** Of a list, its length is bounded, or else each item is. */
function boundInnermost(schema: JsonSchema, bounds: Bounds): JsonSchema {
  if (!schema.items) return { ...schema, ...bounds };
  return { ...schema, items: boundInnermost(schema.items, bounds) };
}

type Bound = readonly [keyword: keyof Bounds, limit: number];

const number = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const phrase = `(?:at least|at most|exactly|more than|less than|${number} to) ${number}(?: (?:character|item)s?)?`;

/** A sentence of nothing but bounds; the format and pattern that may follow are not compared. */
const sentence = new RegExp(
  String.raw`(?:^|[.!?:…]\s)(${phrase}(?:, ${phrase})*)(?:\.(?=\s|$)|, (?:format|pattern) )`,
  'i',
);

/** The bounds that a description tells, in the words of `describeBounds`. */
function boundsIn(description: string): readonly Bound[] {
  const told = sentence.exec(description)?.[1]?.toLowerCase();
  return told?.split(', ').flatMap(boundsOf) ?? [];
}

/** What is bounded, by the word behind the number. */
const nouns: ReadonlyMap<string, readonly [least: keyof Bounds, most: keyof Bounds]> = new Map([
  ['', ['minimum', 'maximum']],
  ['character', ['minLength', 'maxLength']],
  ['item', ['minItems', 'maxItems']],
]);

const parts = new RegExp(
  String.raw`^(?<words>[a-z ]*?)(?:(?<from>${number}) to)? ?(?<to>${number}) ?(?<noun>[a-z]*?)s?$`,
);

function boundsOf(phrase: string): readonly Bound[] {
  const { words = '', from, to, noun = '' } = parts.exec(phrase)?.groups ?? {};
  const [least, most] = nouns.get(noun) ?? ['minimum', 'maximum'];
  const limit = Number(to);
  if (from !== undefined)
    return [
      [least, Number(from)],
      [most, limit],
    ];
  const meanings: Readonly<Record<string, readonly Bound[]>> = {
    'at least': [[least, limit]],
    'at most': [[most, limit]],
    exactly: [
      [least, limit],
      [most, limit],
    ],
    'more than': [['exclusiveMinimum', limit]],
    'less than': [['exclusiveMaximum', limit]],
  };
  return meanings[words.trim()] ?? [];
}
