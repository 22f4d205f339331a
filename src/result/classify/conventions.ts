import type { Classification } from '../../core/classification.ts';

/** Messages with one meaning, for errors without a code or with an ambiguous one. */
export interface MessagePattern {
  readonly pattern: RegExp;
  /** Servers that send such messages. */
  readonly source: string;
}

/** Something that classifies a text. */
interface Classifying {
  readonly pattern: RegExp;
  readonly classification: Classification;
}

/**
 * What precedes the reason in a message about a variable. The value may contain any text, so quoted
 * texts are skipped as a whole.
 */
const beforeReason =
  /^(?:Variable ["']\$\w+["'] got invalid value (?:[^"';]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*; |Variable "\$\w+" has invalid value(?: at [\w.[\]]+)?: |Variable '\w+' has an invalid value: |Variable \$\w+ of type \S+ was provided invalid value for [\w.]+ \(|Argument "\w+" has invalid value \$\w+\.\n(?:In field "\w+": )*)/;

/** Returns a message about a variable without its value; any other message as it is. */
export function withoutValue(message: string): string {
  return message.replace(beforeReason, '');
}

/**
 * Messages about values that the API's schema refuses, without the value (`withoutValue`). The gateway
 * checked every value with its own schema, so the two schemas differ, which no input can fix. Values of
 * custom scalars are not checked, and so not among them.
 */
export const schemaPatterns: readonly MessagePattern[] = [
  {
    pattern:
      /^(?:Field ["'][\w.]+["'] (?:of required type ["'][^"']+["'] was not provided|is not defined by type ["']\w+["'])|Value ["'][^"']*["'] does not exist in ["']\w+["'] enum|Expected (?:value of )?(?:non-nullable|non-null) type ["'][^"']+["'] not to be null|Expected a value of non-null type "[^"]+" to be provided|Expected (?:value of )?type ["'][^"']+["'] (?:to be an object|to include required field "\w+"|not to include unknown field "\w+")|(?:Int|Float|String|Boolean|ID) cannot represent|Variable ["']\$\w+["'] of (?:required|non-null) type ["'][^"']+["'] (?:was not provided|must not be null))/,
    source: 'graphql-js, graphql-core, PostGraphile, webonyx/graphql-php',
  },
  {
    pattern:
      /^(?:The variables input contains a field name '\w+' that is not defined for input object type '\w+'|(?:Variable|Input field|Field) '\w+' has coerced Null value for NonNull type '[^']+'|Invalid input for enum '\w+'|Expected a value that can be converted to type '(?:Int|Float|Boolean|ID)')/,
    source: 'graphql-java, Spring for GraphQL, Netflix DGS, AWS AppSync',
  },
  {
    pattern:
      /^(?:Field is not defined on \w+|Expected value to not be null|Expected "[^"]*" to be one of:)/,
    source: 'graphql-ruby, GitHub, Shopify',
  },
  {
    pattern: /^(?:expected one of the values .{1,500} for type '\w+'|missing required field '\w+')/,
    source: 'Hasura',
  },
  {
    pattern: /^(?:The required input field `\w+` is missing|Variable `\w+` is required)/,
    source: 'Hot Chocolate',
  },
  {
    pattern: /^(?:Unknown field\.$|Expected type "[^"]+!", found null)/,
    source: 'Absinthe',
  },
];

/**
 * Messages about the value of a variable that the gateway could not check, which the agent can fix.
 * They override codes that are also used for invalid documents.
 */
export const inputPatterns: readonly MessagePattern[] = [
  {
    pattern: /^Variable ["']?\$\w+["']? (?:got|has) invalid value/,
    source: 'graphql-js, graphql-core, Graphene, Strawberry, PostGraphile',
  },
  {
    pattern: /^Variable "?\$?\w+"? of type \S+ was provided invalid value/,
    source: 'graphql-ruby, GitHub, Shopify',
  },
  {
    pattern: /^Variable '\w+' has an invalid value/,
    source: 'graphql-java, Spring for GraphQL, Netflix DGS, AWS AppSync',
  },
];

/**
 * Messages about the document: the operation does not match the API's schema, which no input can fix.
 * They override codes that are also used for invalid variables.
 */
export const documentPatterns: readonly MessagePattern[] = [
  {
    pattern:
      /^(Cannot query field|Unknown (argument|type|fragment|directive|operation)|Syntax Error|Field ["'][^"']*["'] (of type|argument|must not have|is not defined)|Fields ["'][^"']*["'] conflict|Argument ["'][^"']*["'] of type ["'][^"']*["'] is required|Variable ["']\$\w+["'] (of type ["'][^"']*["'] used in position|has invalid default value)|The \w+ operation is not supported by the schema|Fragment ["'])/,
    source: 'graphql-js, graphql-core, gqlgen',
  },
  {
    pattern: /^Validation error (?:\(|of type )/i,
    source: 'graphql-java, Spring for GraphQL, Netflix DGS, AWS AppSync',
  },
  {
    pattern:
      /^(Field '.*' (doesn't exist on type|doesn't accept argument|is missing required arguments|must have selections)|Parse error on )/,
    source: 'graphql-ruby, GitHub, Shopify',
  },
  {
    pattern:
      /^(field '.*' not found in type|'.*' has no argument named|no such type exists in the schema|not a valid graphql query)/,
    source: 'Hasura',
  },
  {
    pattern: /^The (field|argument) `.*` does not exist/,
    source: 'Hot Chocolate',
  },
];

/** Messages of frameworks and databases, for errors with a default code or none. */
export const barePatterns: readonly (MessagePattern & Classifying)[] = [
  {
    pattern:
      /^(User is not authenticated|Authentication required|Not authenticated|You must be (logged|signed) in|Signature has expired|Error decoding signature|Invalid (refresh )?token)\b/i,
    classification: 'UNAUTHORIZED',
    source: 'Strawberry, django-graphql-jwt, graphql-auth',
  },
  {
    pattern:
      /^(You do not have permission|User has no permission|Permission denied|Access denied|Not authorized|Not authorised|Failed auth policy check)/i,
    classification: 'FORBIDDEN',
    source: 'Graphene, django-graphql-jwt, Strawberry, graphql-shield, mercurius-auth',
  },
  {
    pattern: /^(\w+ matching query does not exist|No \w+ matches the given query)/,
    classification: 'NOT_FOUND',
    source: 'Django (Graphene, Strawberry)',
  },
  {
    pattern:
      /^(insert or update on table "[^"]*" violates|update or delete on table "[^"]*" violates|new row for relation "[^"]*" violates|null value in column|invalid input syntax for|invalid input value for enum|value too long for type|Attempted to update a record, but no new values|Invalid cursor|(Null literals|Empty objects) are forbidden in)/,
    classification: 'BAD_REQUEST',
    source: 'PostgreSQL, PostGraphile',
  },
  {
    pattern:
      /duplicate key value violates|duplicate key error|unique constraint failed|^Duplicate entry '|^Uniqueness violation/i,
    classification: 'CONFLICT',
    source: 'PostgreSQL, MySQL, SQLite, MongoDB, Prisma, Hasura',
  },
  {
    pattern: /^No values were (deleted|updated) in collection/,
    classification: 'NOT_FOUND',
    source: 'PostGraphile',
  },
  {
    pattern:
      /^(Throttled|API rate limit (already )?exceeded|Rate limit exceeded|Too many requests)\b/i,
    classification: 'RATE_LIMITED',
    source: 'Shopify, GitHub, graphql-rate-limit',
  },
];

/**
 * Codes with the same meaning in all servers, in any case and with any of `-`, `_`, `.` and spaces
 * between the words: `not-found`, `NotFound` and `NOT_FOUND` are equal.
 */
export const genericCodes = {
  NOT_FOUND:
    'NOT_FOUND, RESOURCE_NOT_FOUND, ENTITY_NOT_FOUND, RECORD_NOT_FOUND, DOES_NOT_EXIST, NOT_EXISTS',
  BAD_REQUEST:
    'BAD_REQUEST, BAD_USER_INPUT, USER_INPUT_ERROR, INPUT_ERROR, INVALID_INPUT, INVALID_ARGUMENT, ARGUMENT_ERROR, VALIDATION, VALIDATION_ERROR, VALIDATION_FAILED, FAILED_PRECONDITION, PRECONDITION_FAILED, UNPROCESSABLE, UNPROCESSABLE_ENTITY, OUT_OF_RANGE',
  CONFLICT:
    'CONFLICT, ALREADY_EXISTS, DUPLICATE, DUPLICATE_KEY, UNIQUE_VIOLATION, UNIQUE_CONSTRAINT_VIOLATION',
  UNAUTHORIZED:
    'UNAUTHENTICATED, UNAUTHORIZED, NOT_AUTHENTICATED, AUTHENTICATION_REQUIRED, AUTHENTICATION_ERROR, AUTHENTICATION_FAILED, LOGIN_REQUIRED, INVALID_TOKEN, TOKEN_EXPIRED, INVALID_CREDENTIALS',
  FORBIDDEN:
    'FORBIDDEN, ACCESS_DENIED, PERMISSION_DENIED, NOT_AUTHORIZED, AUTHORIZATION_ERROR, NOT_ALLOWED, INSUFFICIENT_PERMISSIONS, INSUFFICIENT_SCOPE, INSUFFICIENT_SCOPES',
  INTERNAL_ERROR:
    'INTERNAL_SERVER_ERROR, INTERNAL_ERROR, INTERNAL, SERVER_ERROR, UNEXPECTED, UNEXPECTED_ERROR, UNKNOWN, UNKNOWN_ERROR, NOT_IMPLEMENTED, UNIMPLEMENTED',
  RATE_LIMITED:
    'RATE_LIMITED, RATE_LIMIT, RATE_LIMIT_EXCEEDED, TOO_MANY_REQUESTS, THROTTLED, QUOTA_EXCEEDED, RESOURCE_EXHAUSTED',
  TIMEOUT: 'TIMEOUT, TIMED_OUT, REQUEST_TIMEOUT, GATEWAY_TIMEOUT, DEADLINE_EXCEEDED',
  UNAVAILABLE:
    'UNAVAILABLE, SERVICE_UNAVAILABLE, TEMPORARILY_UNAVAILABLE, BAD_GATEWAY, OVERLOADED, MAINTENANCE',
  UPSTREAM_MISMATCH: 'GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED',
} as const satisfies Record<Classification, string>;

/** First or last words of codes of one API's own, in upper case with `_` between the words. */
export const affixes: readonly Classifying[] = [
  { pattern: /_NOT_FOUND$|_DOES_NOT_EXIST$/, classification: 'NOT_FOUND' },
  { pattern: /(?:_|^)RATE_LIMIT|_TOO_MANY_REQUESTS$/, classification: 'RATE_LIMITED' },
  { pattern: /_(?:UNAUTHENTICATED|UNAUTHORIZED)$/, classification: 'UNAUTHORIZED' },
  { pattern: /_(?:FORBIDDEN|ACCESS_DENIED|PERMISSION_DENIED)$/, classification: 'FORBIDDEN' },
  {
    pattern: /^DUPLICATE_|_(?:ALREADY_EXISTS|DUPLICATE|CONFLICT|TAKEN)$/,
    classification: 'CONFLICT',
  },
  {
    pattern: /^(?:INVALID|MISSING)_|_(?:INVALID|REQUIRED|TOO_LONG|TOO_SHORT|OUT_OF_RANGE)$/,
    classification: 'BAD_REQUEST',
  },
];
