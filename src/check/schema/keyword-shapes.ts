import { isJsonObject, ownMember } from '../../core/json.ts';

/** What a keyword's value has to be, and how its absence is told. */
interface ValueKind {
  readonly is: (value: unknown) => boolean;
  readonly problem: string;
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const typeNames = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);
const isTypeName = (value: unknown) => typeof value === 'string' && typeNames.has(value);

const text: ValueKind = { is: isText, problem: 'is no text' };
const number: ValueKind = { is: isNumber, problem: 'is no number' };
const list: ValueKind = { is: Array.isArray, problem: 'is no list' };
const schemas: ValueKind = { is: Array.isArray, problem: 'is no list of schemas' };
const schemaMap: ValueKind = { is: isJsonObject, problem: 'is no map of schemas' };

const kindsOfKeywords: readonly (readonly [keywords: string, kind: ValueKind])[] = [
  ['$ref title description format pattern $schema $id $comment x-mcp-header', text],
  ['minLength maxLength minItems maxItems minProperties maxProperties', number],
  ['minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', number],
  ['enum examples', list],
  [
    'deprecated',
    { is: (value) => typeof value === 'boolean', problem: 'is neither true nor false' },
  ],
  ['required', { is: isListOfTexts, problem: 'is no list of names' }],
  [
    'type',
    {
      is: (value) => (Array.isArray(value) ? value.every(isTypeName) : isTypeName(value)),
      problem: 'names no type of JSON',
    },
  ],
  ['anyOf oneOf allOf prefixItems', schemas],
  ['properties patternProperties dependentSchemas $defs definitions', schemaMap],
];

const kindOfKeyword: ReadonlyMap<string, ValueKind> = new Map(
  kindsOfKeywords.flatMap(([keywords, kind]) =>
    keywords.split(' ').map((keyword) => [keyword, kind] as const),
  ),
);

/** What is wrong with a keyword's own value, schemas within it aside. */
export function keywordProblem(keyword: string, value: unknown): string | undefined {
  const kind = kindOfKeyword.get(keyword);
  return kind === undefined || kind.is(value) ? undefined : kind.problem;
}

/** Keywords that hold one schema; `items` held a list of them once, up to draft 2019-09. */
const oneSchema: ReadonlySet<string> = new Set(
  'items additionalItems additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const manySchemas: ReadonlySet<string> = new Set(
  'anyOf oneOf allOf prefixItems items properties patternProperties dependentSchemas $defs definitions'.split(
    ' ',
  ),
);

/** The schemas that a keyword of a sound schema holds: one, or several by name or number. */
export function schemasOf(keyword: string, value: unknown): 'one' | 'several' | undefined {
  if (oneSchema.has(keyword) && !Array.isArray(value)) return 'one';
  return manySchemas.has(keyword) ? 'several' : undefined;
}

const inPlace = 'anyOf oneOf allOf not if then else dependentSchemas'.split(' ');
const inPlaceKeywords: ReadonlySet<string> = new Set(inPlace);

/** Whether a keyword holds schemas that apply to the same value as the one it stands in. */
export function isInPlace(keyword: string): boolean {
  return inPlaceKeywords.has(keyword);
}

/** The schemas in a sound schema that apply to the same value as itself. */
export function stepsInPlace(schema: object): readonly unknown[] {
  return inPlace.flatMap((keyword): readonly unknown[] => {
    const value = ownMember(schema, keyword);
    if (value === undefined) return [];
    return schemasOf(keyword, value) === 'one' ? [value] : Object.values(value as object);
  });
}
