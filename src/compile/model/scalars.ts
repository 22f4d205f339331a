import type { GraphQLScalarType } from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import {
  anyJson,
  booleanRule,
  date,
  dateTime,
  email,
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
 * Returns how a scalar's values are passed in arguments, by the first of these sources:
 *
 * | source                                           | rule                                     |
 * | ------------------------------------------------ | ---------------------------------------- |
 * | the configuration                                | its schema, unchanged                    |
 * | `@specifiedBy` with the URL of a date scalar     | that scalar, because names mislead       |
 * | its name, in any case                            | the table of well-known scalars          |
 * | `extensions.jsonSchema` of a schema made in code | the type, and bounds that are safe       |
 * | `@specifiedBy`                                   | the standard that its URL names          |
 * | none                                             | published as text; any JSON is passed on |
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

/** The rules of date scalars with a URL of their own, by a part of it; the first match applies. */
const dates: Specifications = [
  ['local-date-time', localDateTime],
  ['local-date', date],
  ['date-time', dateTime],
];

/** The rules of standards, by a part of the URL in `@specifiedBy`. */
const bySpecification: Specifications = [
  // one section of RFC 3339 defines dates, times and both together
  ['rfc3339', text('Date, time, or date and time, RFC 3339.')],
  ['rfc4122', uuid],
  ['rfc9562', uuid],
  ['rfc3986', text('URI.')],
  ['rfc8259', anyJson],
  ['rfc7159', anyJson],
  ['ecma-404', anyJson],
  ['json.org', anyJson],
  ['rfc4648', text('Bytes, Base64.')],
  ['rfc5322', email],
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
 * Reads `extensions.jsonSchema`, which scalar libraries set: the type, and the bounds that have the same
 * meaning in all validators. Many patterns and formats there do not even compile.
 */
function ruleOfExtensions(schema: unknown): ScalarRule | undefined {
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

/** Returns the kind of the schema's `type`, or the common one of its alternatives. */
function kindOf(schema: unknown): ScalarRule['kind'] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const type = ownMember(schema, 'type');
  if (type !== undefined) return kinds.get(type) ?? 'json';
  const alternatives = ownMember(schema, 'oneOf') ?? ownMember(schema, 'anyOf');
  if (!Array.isArray(alternatives)) return undefined;
  const found = new Set(alternatives.map(kindOf));
  return found.size === 1 ? [...found][0] : 'json';
}
