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

/** `items` was a list of schemas once, up to draft 2019-09. */
const oneSchema =
  'items additionalItems additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties'.split(
    ' ',
  );
const manySchemas =
  'anyOf oneOf allOf prefixItems items properties patternProperties dependentSchemas $defs definitions'.split(
    ' ',
  );

type Inner = readonly [steps: readonly string[], schema: unknown];

/** The schemas that stand directly in a sound schema, and the steps that lead to each. */
export function schemasIn(schema: object): readonly Inner[] {
  const single = oneSchema.flatMap((keyword): readonly Inner[] => {
    const value = ownMember(schema, keyword);
    return value === undefined || Array.isArray(value) ? [] : [[[keyword], value]];
  });
  const several = manySchemas.flatMap((keyword): readonly Inner[] => {
    const value = ownMember(schema, keyword);
    if (keyword === 'items' && !Array.isArray(value)) return [];
    return Object.entries(value ?? {}).map(([name, inner]) => [[keyword, name], inner]);
  });
  return [...single, ...several];
}

const inPlace: ReadonlySet<string> = new Set(
  'anyOf oneOf allOf not if then else dependentSchemas'.split(' '),
);

/** Those of them that apply to the same value as the schema itself. */
export function stepsInPlace(schema: object): readonly unknown[] {
  return schemasIn(schema)
    .filter(([[keyword = '']]) => inPlace.has(keyword))
    .map(([, inner]) => inner);
}
