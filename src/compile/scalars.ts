import type { GraphQLScalarType } from 'graphql';
import type { JsonSchema } from '../core/json-schema.ts';
import { isJsonObject } from '../core/json.ts';

/** How the values of a scalar travel in arguments. */
export interface ScalarRule {
  /** `json` holds any JSON value, `upload` a file, `schema` what the configuration says. */
  readonly kind:
    'string' | 'id' | 'integer' | 'int' | 'number' | 'boolean' | 'json' | 'upload' | 'schema';
  /** Said in the description, for models do better with a format that they are told. */
  readonly hint?: string;
  /** `format` keyword, where the profile has keywords. */
  readonly format?: string;
  /** The schema, for kind `schema`. */
  readonly schema?: JsonSchema;
}

const text = (hint?: string, format?: string): ScalarRule => ({
  kind: 'string',
  ...(hint && { hint }),
  ...(format && { format }),
});

const builtIn: readonly (readonly [string, ScalarRule])[] = [
  ['String', text()],
  ['ID', { kind: 'id' }],
  ['Int', { kind: 'int' }],
  ['Float', { kind: 'number' }],
  ['Boolean', { kind: 'boolean' }],
];

const dateTime = text('Date and time, RFC 3339: 2026-01-31T09:30:00Z.', 'date-time');
const date = text('Date, ISO 8601: 2026-01-31.', 'date');
const time = text('Time of day, ISO 8601: 09:30:00Z.');
const bigInteger = text('Whole number of any size, as text.');
const decimal = text('Decimal number, as text, so that no digit is lost.');
const smallInteger: ScalarRule = { kind: 'integer' };
const json: ScalarRule = { kind: 'json' };

/**
 * What custom scalars that many APIs have are known to hold. `format` stands only where every
 * validator agrees on it; 64-bit integers are text, for JavaScript rounds them.
 */
const wellKnown: readonly (readonly [string, ScalarRule])[] = [
  ['DateTime', dateTime],
  ['DateTimeISO', dateTime],
  ['ISO8601DateTime', dateTime],
  ['OffsetDateTime', dateTime],
  ['Instant', dateTime],
  ['Timestamptz', text('Date and time with time zone, ISO 8601.')],
  ['LocalDateTime', text('Date and time without time zone, ISO 8601: 2026-01-31T09:30:00.')],
  ['Timestamp', text('Point in time, as the API writes it.')],
  ['Date', date],
  ['LocalDate', date],
  ['ISO8601Date', date],
  ['Time', time],
  ['LocalTime', text('Time of day without time zone, ISO 8601: 09:30:00.')],
  ['Duration', text('Duration, ISO 8601: PT1H30M.')],
  ['ISO8601Duration', text('Duration, ISO 8601: PT1H30M.')],
  ['TimeZone', text('Time zone of the IANA database: Europe/Berlin.')],
  ['UUID', text('UUID.', 'uuid')],
  ['GUID', text('UUID.', 'uuid')],
  ['URL', text('Absolute URL.', 'uri')],
  ['URI', text('URI.')],
  ['EmailAddress', text('Email address.', 'email')],
  ['Email', text('Email address.', 'email')],
  ['PhoneNumber', text('Phone number, E.164: +4915112345678.')],
  ['IPv4', text('IPv4 address.', 'ipv4')],
  ['IPv6', text('IPv6 address.', 'ipv6')],
  ['Byte', text('Bytes, base64.')],
  ['Base64', text('Bytes, base64.')],
  ['Base64String', text('Bytes, base64.')],
  ['Currency', text('Currency code, ISO 4217: EUR.')],
  ['CountryCode', text('Country code, ISO 3166-1 alpha-2: DE.')],
  ['Locale', text('Language tag, BCP 47: en-GB.')],
  ['Cursor', text('Cursor from an earlier answer, unchanged.')],
  ['BigInt', bigInteger],
  ['Long', bigInteger],
  ['Int64', bigInteger],
  ['UInt64', bigInteger],
  ['Int8', smallInteger],
  ['UInt8', smallInteger],
  ['Int16', smallInteger],
  ['UInt16', smallInteger],
  ['Int32', smallInteger],
  ['UInt32', smallInteger],
  ['Short', smallInteger],
  ['PositiveInt', smallInteger],
  ['NonNegativeInt', smallInteger],
  ['NegativeInt', smallInteger],
  ['NonPositiveInt', smallInteger],
  ['UnsignedInt', smallInteger],
  ['SafeInt', smallInteger],
  ['Port', smallInteger],
  ['PositiveFloat', { kind: 'number' }],
  ['NonNegativeFloat', { kind: 'number' }],
  ['UnsignedFloat', { kind: 'number' }],
  ['NegativeFloat', { kind: 'number' }],
  ['NonPositiveFloat', { kind: 'number' }],
  ['Latitude', { kind: 'number', hint: 'Degrees, -90 to 90.' }],
  ['Longitude', { kind: 'number', hint: 'Degrees, -180 to 180.' }],
  ['Decimal', decimal],
  ['BigDecimal', decimal],
  ['JSON', json],
  ['JSONObject', json],
  ['JSONValue', json],
  ['Json', json],
  ['Jsonb', json],
  ['GeoJSON', json],
  ['Any', json],
  ['Map', json],
  ['Object', json],
  ['Upload', { kind: 'upload' }],
];

const byName = new Map<string, ScalarRule>([
  ...wellKnown.map(([name, rule]) => [name.toLowerCase(), rule] as const),
  ...builtIn.map(([name, rule]) => [name.toLowerCase(), rule] as const),
]);

/** What `@specifiedBy` may say, by a part of its URL. */
const bySpecification: readonly (readonly [string, ScalarRule])[] = [
  ['rfc3339', dateTime],
  ['date-time', dateTime],
  ['rfc4122', text('UUID.', 'uuid')],
  ['rfc9562', text('UUID.', 'uuid')],
  ['rfc3986', text('URI.')],
  ['ecma-404', json],
  ['json.org', json],
  ['rfc8259', json],
];

/**
 * How a scalar's values travel: by the configuration, by `extensions.jsonSchema` of a schema made in
 * code, by its name (in any case), by `@specifiedBy`; a scalar nobody knows is text.
 */
export function scalarRuleOf(
  type: GraphQLScalarType,
  configured: ReadonlyMap<string, JsonSchema>,
): ScalarRule {
  const schema = configured.get(type.name);
  if (schema) return { kind: 'schema', schema };
  const known = byName.get(type.name.toLowerCase()) ?? specifiedRule(type.specifiedByURL);
  return known ?? ruleOfExtensions(type) ?? text();
}

function specifiedRule(url: string | null | undefined): ScalarRule | undefined {
  if (!url) return undefined;
  const lower = url.toLowerCase();
  return bySpecification.find(([part]) => lower.includes(part))?.[1];
}

const typed = new Map<unknown, ScalarRule>([
  ['string', text()],
  ['integer', smallInteger],
  ['number', { kind: 'number' }],
  ['boolean', { kind: 'boolean' }],
  ['object', json],
]);

/**
 * Of `extensions.jsonSchema` only the type is taken: the patterns and formats found there do not
 * mean the same to every validator, and some do not compile.
 */
function ruleOfExtensions({ extensions }: GraphQLScalarType): ScalarRule | undefined {
  const schema = extensions.jsonSchema;
  return isJsonObject(schema) ? typed.get(schema.type) : undefined;
}
