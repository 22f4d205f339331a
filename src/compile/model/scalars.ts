import type { GraphQLScalarType } from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import {
  anyJson,
  booleanRule,
  date,
  dateTime,
  idRule,
  intRule,
  localDateTime,
  numberRule,
  text,
  uuid,
  wellKnownScalars,
  type ScalarRule,
  anyObject,
} from './well-known-scalars.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { boundKeywords, isSafeBound } from './bounds.ts';

/**
 * How a scalar's values travel in arguments. The first that knows it says so:
 *
 * | source                                           | taken from it                       |
 * | ------------------------------------------------ | ----------------------------------- |
 * | the configuration                                | the schema, as it is                |
 * | `@specifiedBy` with the URL of a date's scalar   | that scalar: not all are as named   |
 * | its name, in any case                            | the table of well-known scalars     |
 * | `extensions.jsonSchema` of a schema made in code | the type, and bounds that are safe  |
 * | `@specifiedBy`                                   | the standard that its URL names     |
 * | nothing                                          | text is advertised, any JSON passes |
 */
export function scalarRuleOf(
  type: GraphQLScalarType,
  configured: ReadonlyMap<string, JsonSchema>,
): ScalarRule {
  const schema = configured.get(type.name);
  if (schema) return { kind: 'schema', schema };
  return (
    builtIn.get(type.name) ??
    specifiedRule(type.specifiedByURL, dates) ??
    wellKnownScalars.get(type.name.toLowerCase()) ??
    ruleOfExtensions(type.extensions.jsonSchema) ??
    specifiedRule(type.specifiedByURL, bySpecification) ?? { kind: 'unknown' }
  );
}

const builtIn = new Map<string, ScalarRule>([
  ['String', text()],
  ['ID', idRule],
  ['Int', intRule],
  ['Float', numberRule],
  ['Boolean', booleanRule],
]);

type Specifications = readonly (readonly [part: string, rule: ScalarRule])[];

/** Scalars of dates that have a page of their own; the first part that fits counts. */
const dates: Specifications = [
  ['local-date-time', localDateTime],
  ['local-date', date],
  ['date-time', dateTime],
];

/** What `@specifiedBy` may say, by a part of its URL. */
const bySpecification: Specifications = [
  ['rfc3339', dateTime],
  ['rfc4122', uuid],
  ['rfc9562', uuid],
  ['rfc3986', text('URI.')],
  ['rfc8259', anyJson],
  ['rfc7159', anyJson],
  ['ecma-404', anyJson],
  ['json.org', anyJson],
  ['rfc4648', text('Bytes, Base64.')],
  ['rfc5322', text('Email address.', 'email')],
  ['iso_4217', text('Currency code, ISO 4217: EUR.')],
  ['iso_3166', text('Country code, ISO 3166-1 alpha-2: DE.')],
  ['bcp47', text('Language tag, BCP 47: en-GB.')],
];

function specifiedRule(
  url: string | null | undefined,
  specifications: Specifications,
): ScalarRule | undefined {
  const lower = url?.toLowerCase() ?? '';
  return specifications.find(([part]) => lower.includes(part))?.[1];
}

/**
 * Reads `extensions.jsonSchema`, which libraries of scalars have.
 *
 * Of such a schema the type is taken, and what bounds it in a way that every validator understands
 * alike; patterns and formats found there often do not even compile.
 */
export function ruleOfExtensions(schema: unknown): ScalarRule | undefined {
  const kind = kindOf(schema);
  if (kind === undefined || !isJsonObject(schema)) return undefined;
  if (kind === 'json') return anyJson;
  if (kind === 'object') return anyObject;
  const bounds = boundKeywords.flatMap((keyword) => {
    const bound = ownMember(schema, keyword);
    return isSafeBound(keyword, bound) ? [[keyword, bound] as const] : [];
  });
  return bounds.length === 0
    ? { kind }
    : { kind, keywords: Object.fromEntries(bounds) as JsonSchema };
}

const kinds = new Map<unknown, ScalarRule['kind']>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['object', 'object'],
  ['array', 'json'],
]);

/** The kind that the schema's `type` says, or all its alternatives. */
function kindOf(schema: unknown): ScalarRule['kind'] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const type = ownMember(schema, 'type');
  if (type !== undefined) return kinds.get(type) ?? 'json';
  const alternatives = ownMember(schema, 'oneOf') ?? ownMember(schema, 'anyOf');
  if (!Array.isArray(alternatives)) return undefined;
  const found = new Set(alternatives.map(kindOf));
  return found.size === 1 ? [...found][0] : 'json';
}
