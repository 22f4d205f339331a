import type { JsonSchema } from '../../core/json-schema.ts';

/** How the values of a scalar are passed in arguments. */
export interface ScalarRule {
  readonly kind: ScalarKind;
  /** A note on the format for the description. */
  readonly hint?: string;
  /** Published `format`, bounds and pattern; described in text in profiles without keywords. */
  readonly keywords?: JsonSchema;
  /** What arguments are checked with instead, if servers accept more than is published. */
  readonly accepts?: RegExp;
  /** The configured schema, for kind `schema`. */
  readonly schema?: JsonSchema;
}

/**
 * The values of a scalar.
 *
 * | kind                | published as   | accepted                                           |
 * | ------------------- | -------------- | -------------------------------------------------- |
 * | `string`, `boolean` | the same       | the same                                           |
 * | `id`                | string         | text, and integers that JSON has not rounded       |
 * | `int`, `integer`    | integer        | integers; `int` those of 32 bits                   |
 * | `number`            | number         | numbers                                            |
 * | `digits`            | string         | text, and numbers that JSON has not rounded        |
 * | `json`              | by profile     | anything                                           |
 * | `object`            | by profile     | objects                                            |
 * | `upload`            | an object      | a file: name, media type and Base64                |
 * | `schema`            | its schema     | values of the schema                               |
 * | `unknown`           | string         | anything: only the API knows the type              |
 */
export type ScalarKind =
  | 'string'
  | 'boolean'
  | 'id'
  | 'int'
  | 'integer'
  | 'number'
  | 'digits'
  | 'json'
  | 'object'
  | 'upload'
  | 'schema'
  | 'unknown';

/** The kinds that are published as strings. */
export const textKinds: ReadonlySet<ScalarKind> = new Set(['string', 'id', 'digits', 'unknown']);

/** Creates the rule of a scalar that is passed as text. */
export function text(hint?: string, format?: string, accepts?: RegExp): ScalarRule {
  return {
    kind: 'string',
    ...(hint !== undefined && { hint }),
    ...(format !== undefined && { keywords: { format } }),
    ...(accepts !== undefined && { accepts }),
  };
}

/** Servers differ in whether a date may have a time, and a time an offset. */
const anyDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:$|[Tt ]\d\d:\d\d)/;

export const idRule: ScalarRule = { kind: 'id' };
export const intRule: ScalarRule = { kind: 'int' };
const integerRule: ScalarRule = { kind: 'integer' };
export const numberRule: ScalarRule = { kind: 'number' };
export const booleanRule: ScalarRule = { kind: 'boolean' };
export const anyJson: ScalarRule = { kind: 'json' };
export const anyObject: ScalarRule = { kind: 'object' };
export const dateTime = text(
  'Date and time, RFC 3339: 2026-01-31T09:30:00Z.',
  'date-time',
  anyDate,
);
export const uuid = text('UUID: 123e4567-e89b-42d3-a456-426614174000.', 'uuid');

export const date = text('Date, ISO 8601: 2026-01-31.', 'date', anyDate);
const localTime = text('Time of day without time zone, ISO 8601: 09:30:00.');
export const localDateTime = text(
  'Date and time without time zone, ISO 8601: 2026-01-31T09:30:00.',
  undefined,
  anyDate,
);
const zonedDateTime = text(
  'Date and time with time zone, ISO 8601: 2026-01-31T09:30:00+01:00.',
  undefined,
  anyDate,
);
const duration = text('Duration, ISO 8601: PT1H30M.');
export const email = text('Email address: ana@example.com.', 'email');
const absoluteUrl = text('Absolute URL: https://example.com/a.', 'uri');
const base64 = text('Bytes, Base64.');
const languageTag = text('Language tag, BCP 47: en-GB.');
const bigInteger: ScalarRule = {
  kind: 'digits',
  hint: 'Whole number of any size, as text: 9007199254740993.',
  accepts: /^-?\d+$/,
};
const decimal: ScalarRule = {
  kind: 'digits',
  hint: 'Decimal number, as text, so that no digit is lost: 19.90.',
  accepts: /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
};

function bounded(kind: 'integer' | 'number', keywords: JsonSchema): ScalarRule {
  return { kind, keywords };
}

const positiveInteger = bounded('integer', { minimum: 1 });
const nonNegativeInteger = bounded('integer', { minimum: 0 });
const nonNegative = bounded('number', { minimum: 0 });

/**
 * The rules of common custom scalars, by name.
 *
 * 64-bit integers and decimals are text, because JavaScript rounds numbers. A `format` is given only if
 * all servers and validators agree on it: for `time`, some require an offset and others do not.
 */
const byName: { readonly [name: string]: ScalarRule } = {
  DateTime: dateTime,
  DateTimeISO: dateTime,
  ISO8601DateTime: dateTime,
  OffsetDateTime: dateTime,
  ZonedDateTime: zonedDateTime,
  Instant: dateTime,
  Timestamptz: zonedDateTime,
  LocalDateTime: localDateTime,
  NaiveDateTime: localDateTime,
  Date: date,
  CalendarDay: date,
  LocalDate: date,
  NaiveDate: date,
  ISO8601Date: date,
  Time: text('Time of day, ISO 8601: 09:30:00Z.'),
  LocalTime: localTime,
  NaiveTime: localTime,
  LocalEndTime: localTime,
  Duration: duration,
  ISO8601Duration: duration,
  TimeZone: text('Time zone of the IANA database: Europe/Berlin.'),
  UtcOffset: text('Offset from UTC: +02:00.'),
  UUID: uuid,
  GUID: uuid,
  URL: absoluteUrl,
  URI: text('URI.'),
  HttpUrl: absoluteUrl,
  EmailAddress: email,
  Email: email,
  PhoneNumber: text('Phone number, E.164: +4915112345678.'),
  IP: text('IPv4 or IPv6 address.'),
  IPv4: text('IPv4 address: 192.0.2.1.', 'ipv4'),
  IPv6: text('IPv6 address: 2001:db8::1.', 'ipv6'),
  MAC: text('MAC address.'),
  Byte: base64,
  Bytes: base64,
  Base64: base64,
  Base64String: base64,
  Currency: text('Currency code, ISO 4217: EUR.'),
  CountryCode: text('Country code, ISO 3166-1 alpha-2: DE.'),
  Locale: languageTag,
  Language: languageTag,
  HexColorCode: text('Color: #ff8800.'),
  SemVer: text('Version, Semantic Versioning: 1.2.3.'),
  Cursor: text('Cursor from an earlier answer, unchanged.'),
  NonEmptyString: { kind: 'string', keywords: { minLength: 1 } },
  BigInt: bigInteger,
  BigInteger: bigInteger,
  Long: bigInteger,
  Int64: bigInteger,
  UInt64: bigInteger,
  Decimal: decimal,
  BigDecimal: decimal,
  Int8: integerRule,
  UInt8: nonNegativeInteger,
  Int16: integerRule,
  UInt16: nonNegativeInteger,
  Int32: intRule,
  UInt32: nonNegativeInteger,
  Short: integerRule,
  SafeInt: integerRule,
  PositiveInt: positiveInteger,
  NonNegativeInt: nonNegativeInteger,
  UnsignedInt: nonNegativeInteger,
  NegativeInt: bounded('integer', { maximum: -1 }),
  NonPositiveInt: bounded('integer', { maximum: 0 }),
  Port: bounded('integer', { minimum: 0, maximum: 65_535 }),
  Double: numberRule,
  Float64: numberRule,
  PositiveFloat: nonNegative,
  NonNegativeFloat: nonNegative,
  UnsignedFloat: nonNegative,
  NegativeFloat: bounded('number', { maximum: 0 }),
  NonPositiveFloat: bounded('number', { maximum: 0 }),
  Latitude: { kind: 'number', hint: 'Degrees: 52.5.', keywords: { minimum: -90, maximum: 90 } },
  Longitude: { kind: 'number', hint: 'Degrees: 13.4.', keywords: { minimum: -180, maximum: 180 } },
  JSON: anyJson,
  JSONValue: anyJson,
  Jsonb: anyJson,
  Any: anyJson,
  _Any: anyJson,
  JSONObject: anyObject,
  Map: anyObject,
  Object: anyObject,
  GeoJSON: anyObject,
  Upload: { kind: 'upload' },
};

/** The well-known scalars by name in lower case, because APIs differ in case. */
export const wellKnownScalars: ReadonlyMap<string, ScalarRule> = new Map(
  Object.entries(byName).map(([name, rule]) => [name.toLowerCase(), rule]),
);
