import { describe, expect, it } from 'vitest';
import { classifications, type Classification } from '../../../src/core/classification.ts';
import { classifyError } from '../../../src/result/classify/classify-error.ts';
import { codePlaces, dialects } from '../../../src/result/classify/dialects.ts';

interface RecordedError {
  readonly message: string;
  readonly [member: string]: unknown;
}

/** Errors as servers send them: server, error, HTTP status, classification; undefined if unknown. */
const recorded: readonly (readonly [string, RecordedError, number, Classification | undefined])[] =
  [
    ['Apollo Server', { message: 'Sign in', ...coded('UNAUTHENTICATED') }, 200, 'UNAUTHORIZED'],
    [
      'Apollo Server',
      { message: 'Variable "$id" got invalid value 1', ...coded('BAD_USER_INPUT') },
      400,
      'BAD_REQUEST',
    ],
    [
      'Apollo Server',
      { message: 'Cannot query field "x" on type "Query".', ...coded('GRAPHQL_VALIDATION_FAILED') },
      400,
      'UPSTREAM_MISMATCH',
    ],
    [
      'Apollo Server 3',
      { message: 'x', extensions: { code: 'FORBIDDEN', exception: { stacktrace: [] } } },
      200,
      'FORBIDDEN',
    ],
    [
      'GraphQL Yoga',
      {
        message: 'Unexpected error.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true },
      },
      200,
      'INTERNAL_ERROR',
    ],
    ['GraphQL Yoga', { message: 'x', extensions: { http: { status: 403 } } }, 200, 'FORBIDDEN'],
    [
      'Spring for GraphQL',
      { message: 'x', extensions: { classification: 'NOT_FOUND' } },
      200,
      'NOT_FOUND',
    ],
    [
      'Spring for GraphQL',
      {
        message: 'x',
        extensions: { classification: { type: 'ExtendedValidationError', constraint: '@Size' } },
      },
      200,
      'BAD_REQUEST',
    ],
    [
      'graphql-java',
      {
        message: "Validation error (FieldUndefined@[x]) : Field 'x' in type 'Query' is undefined",
        extensions: { classification: 'ValidationError' },
      },
      200,
      'UPSTREAM_MISMATCH',
    ],
    [
      'graphql-java',
      {
        message: "Variable 'id' has an invalid value: Expected a value",
        extensions: { classification: 'ValidationError' },
      },
      200,
      'BAD_REQUEST',
    ],
    [
      'Netflix DGS',
      { message: 'x', extensions: { errorType: 'PERMISSION_DENIED', origin: 'films' } },
      200,
      'FORBIDDEN',
    ],
    ['Netflix DGS', { message: 'x', extensions: { errorType: 'UNKNOWN' } }, 200, 'INTERNAL_ERROR'],
    ['Hot Chocolate', { message: 'x', ...coded('AUTH_NOT_AUTHENTICATED') }, 200, 'UNAUTHORIZED'],
    ['Hot Chocolate', { message: 'x', ...coded('AUTH_NOT_AUTHORIZED') }, 200, 'FORBIDDEN'],
    ['Hot Chocolate', { message: 'x', ...coded('HC0045') }, 200, 'TIMEOUT'],
    [
      'Hot Chocolate',
      { message: 'The field `x` does not exist on the type `Query`.' },
      400,
      'UPSTREAM_MISMATCH',
    ],
    [
      'Hasura',
      { message: 'x', extensions: { path: '$', code: 'access-denied' } },
      200,
      'UNAUTHORIZED',
    ],
    [
      'Hasura',
      {
        message: "field 'x' not found in type: 'query_root'",
        extensions: { path: '$', code: 'validation-failed' },
      },
      200,
      'UPSTREAM_MISMATCH',
    ],
    [
      'Hasura',
      { message: 'expected an integer', extensions: { path: '$', code: 'validation-failed' } },
      200,
      'BAD_REQUEST',
    ],
    [
      'Hasura',
      { message: 'Uniqueness violation.', extensions: { path: '$', code: 'constraint-violation' } },
      200,
      'CONFLICT',
    ],
    [
      'PostGraphile',
      { message: 'x', extensions: { exception: { errcode: '42501' } } },
      200,
      'FORBIDDEN',
    ],
    [
      'PostGraphile',
      { message: 'x', extensions: { exception: { errcode: '23505' } } },
      200,
      'CONFLICT',
    ],
    [
      'PostGraphile',
      { message: 'x', extensions: { exception: { errcode: '42P01' } } },
      200,
      'INTERNAL_ERROR',
    ],
    ['PostGraphile', { message: 'x', errcode: '57014' }, 200, 'TIMEOUT'],
    [
      'gqlgen',
      { message: 'operation has complexity 9', ...coded('COMPLEXITY_LIMIT_EXCEEDED') },
      200,
      'BAD_REQUEST',
    ],
    ['gqlgen', { message: 'internal system error' }, 200, undefined],
    [
      'graphql-ruby',
      { message: "Field 'x' doesn't exist on type 'Query'", ...coded('undefinedField') },
      200,
      'UPSTREAM_MISMATCH',
    ],
    [
      'graphql-ruby',
      {
        message: 'Variable $id of type ID! was provided invalid value',
        extensions: { problems: [] },
      },
      200,
      'BAD_REQUEST',
    ],
    ['Strawberry', { message: 'User is not authenticated' }, 200, 'UNAUTHORIZED'],
    ['Strawberry', { message: 'No', ...coded('UNAUTHORIZED') }, 200, 'UNAUTHORIZED'],
    [
      'Graphene',
      { message: 'You do not have permission to perform this action' },
      200,
      'FORBIDDEN',
    ],
    ['Graphene', { message: 'Film matching query does not exist.' }, 200, 'NOT_FOUND'],
    [
      'AWS AppSync',
      { message: 'Not Authorized to access film on type Query', errorType: 'Unauthorized' },
      200,
      'FORBIDDEN',
    ],
    [
      'AWS AppSync',
      { message: 'Unable to parse JWT', errorType: 'UnauthorizedException' },
      401,
      'UNAUTHORIZED',
    ],
    [
      'AWS AppSync',
      { message: 'x', errorType: 'DynamoDB:ConditionalCheckFailedException' },
      200,
      'CONFLICT',
    ],
    ['GitHub', { message: 'Could not resolve to a User', type: 'NOT_FOUND' }, 200, 'NOT_FOUND'],
    ['GitHub', { message: 'x', type: 'RATE_LIMITED' }, 200, 'RATE_LIMITED'],
    ['GitHub', { message: 'x', type: 'INSUFFICIENT_SCOPES' }, 200, 'FORBIDDEN'],
    ['Shopify', { message: 'Throttled', ...coded('THROTTLED') }, 200, 'RATE_LIMITED'],
    ['Shopify', { message: 'Throttled' }, 200, 'RATE_LIMITED'],
    [
      'Shopify',
      { message: 'Access denied for x field.', ...coded('ACCESS_DENIED') },
      200,
      'FORBIDDEN',
    ],
    [
      'Linear',
      { message: 'x', extensions: { type: 'authentication error', code: 'AUTHENTICATION_ERROR' } },
      400,
      'UNAUTHORIZED',
    ],
    [
      'Linear',
      { message: 'x', extensions: { type: 'invalid input', userError: true } },
      200,
      'BAD_REQUEST',
    ],
    [
      'Linear',
      { message: 'x', extensions: { type: 'ratelimited', code: 'RATELIMITED' } },
      400,
      'RATE_LIMITED',
    ],
    [
      'graphql-js',
      { message: 'Cannot query field "x" on type "Query".' },
      400,
      'UPSTREAM_MISMATCH',
    ],
    [
      'graphql-js',
      { message: 'Variable "$id" of required type "ID!" was not provided.' },
      400,
      'UPSTREAM_MISMATCH',
    ],
    [
      'graphql-js 17',
      {
        message:
          'Variable "$id" has invalid value: Expected a value of non-null type "ID!" to be provided.',
      },
      400,
      'UPSTREAM_MISMATCH',
    ],
    [
      'graphql-js 17',
      { message: 'Variable "$f" has invalid value at .genre: Value "X" does not exist.' },
      200,
      'BAD_REQUEST',
    ],
    [
      'graphql-js 17',
      { message: 'Argument "Query.film(id:)" of type "ID!" is required, but it was not provided.' },
      400,
      'UPSTREAM_MISMATCH',
    ],
    [
      'graphql-js 17',
      { message: 'The mutation operation is not supported by the schema.' },
      400,
      'UPSTREAM_MISMATCH',
    ],
    ['NestJS', { message: 'x', extensions: { code: '403' } }, 200, 'FORBIDDEN'],
    [
      'NestJS',
      {
        message: 'x',
        extensions: { code: 'INTERNAL_SERVER_ERROR', originalError: { statusCode: 404 } },
      },
      200,
      'INTERNAL_ERROR',
    ],
    ['anything', { message: 'x', extensions: { code: 'Resource-Not.Found' } }, 200, 'NOT_FOUND'],
    [
      'anything',
      { message: 'x', extensions: { code: 'INTERNAL', type: 'forbidden' } },
      200,
      'FORBIDDEN',
    ],
    ['anything', { message: 'x', extensions: { statusCode: 404 } }, 200, 'NOT_FOUND'],
    ['anything', { message: 'x', ...coded('BOOK_NOT_FOUND') }, 200, 'NOT_FOUND'],
    ['anything', { message: 'x', ...coded('INVALID_QUANTITY') }, 200, 'BAD_REQUEST'],
    [
      'anything',
      { message: 'x', ...coded('emailRequired'), code: 'EMAIL_REQUIRED' },
      200,
      'BAD_REQUEST',
    ],
    ['anything', { message: 'x', ...coded('DUPLICATE_EMAIL') }, 200, 'CONFLICT'],
    ['anything', { message: 'x', ...coded('404') }, 200, 'NOT_FOUND'],
    ['anything', { message: 'x', ...coded('409') }, 200, 'CONFLICT'],
    ['anything', { message: 'x', extensions: { errorCode: 'NOT_FOUND' } }, 200, 'NOT_FOUND'],
    [
      'PostgreSQL',
      { message: 'duplicate key value violates unique constraint "x"' },
      200,
      'CONFLICT',
    ],
    [
      'PostGraphile',
      { message: "No values were deleted in collection 'product'" },
      200,
      'NOT_FOUND',
    ],
    [
      'PostGraphile',
      { message: 'Null literals are forbidden in filter argument input.' },
      200,
      'BAD_REQUEST',
    ],
    [
      'Keystone',
      {
        message: 'Prisma error: Unique constraint failed on the fields: (`slug`)',
        extensions: { code: 'KS_PRISMA_ERROR', prisma: { code: 'P2002', meta: {} } },
      },
      200,
      'CONFLICT',
    ],
    ['Prisma', { message: 'x', ...coded('P2025') }, 200, 'NOT_FOUND'],
    [
      'MySQL',
      { message: "Duplicate entry 'a' for key 'slug'", ...coded('INTERNAL_SERVER_ERROR') },
      200,
      'CONFLICT',
    ],
    [
      'SQLite',
      { message: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: post.slug' },
      200,
      'CONFLICT',
    ],
    [
      'Apollo Server',
      { message: 'Not authenticated', ...coded('INTERNAL_SERVER_ERROR') },
      200,
      'UNAUTHORIZED',
    ],
    ['anything', { message: 'x', ...coded('EMAIL_ALREADY_EXISTS') }, 200, 'CONFLICT'],
    ['anything', { message: 'x', extensions: { status: 409 } }, 200, 'CONFLICT'],
    ['anything', { message: 'x' }, 401, 'UNAUTHORIZED'],
    ['anything', { message: 'x' }, 200, undefined],
    ['anything', { message: 'x' }, 409, 'CONFLICT'],
    ['anything', { message: 'x', extensions: { code: 'constructor' } }, 200, undefined],
  ];

function coded(code: string): { readonly extensions: { readonly code: string } } {
  return { extensions: { code } };
}

describe('classifyError', () => {
  it.each(recorded)(
    'classifies of %s %j with status %i as %s',
    (_server, error, status, expected) => {
      expect(classifyError(error, error.message, status)).toBe(expected);
    },
  );
});

describe('dialects', () => {
  const rows = dialects.flatMap(({ server, places, codes }) =>
    places.flatMap((place) =>
      Object.entries(codes).flatMap(([classification, list]) =>
        list.split(', ').map((code) => [server, place, code, classification] as const),
      ),
    ),
  );

  it('has a row with a source for every documented server', () => {
    expect(dialects.map(({ server }) => server)).toEqual([
      'Apollo Server, GraphQL Yoga, gqlgen',
      'Spring for GraphQL',
      'Netflix DGS',
      'Hot Chocolate',
      'Hasura',
      'PostGraphile',
      'graphql-ruby',
      'AWS AppSync',
      'GitHub',
      'Shopify',
      'Linear',
      'Keystone',
      'Prisma',
      'monday',
      'Contentful',
    ]);
    expect(dialects.filter(({ source }) => source === '')).toEqual([]);
  });

  it('has one meaning per code and place', () => {
    const meanings = new Map<string, string>();
    for (const [, place, code, classification] of rows) {
      const key = `${place} ${code}`;
      expect([key, meanings.get(key) ?? classification]).toEqual([key, classification]);
      meanings.set(key, classification);
    }
  });

  it.each(rows.filter(([, , code]) => !code.endsWith('*')))(
    'classifies of %s at %s the code %s as %s',
    (_server, place, code, classification) => {
      const error = place.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), code);
      expect(classifyError(error as object, 'x')).toBe(classification);
      expect(classifications).toContain(classification);
      expect(codePlaces).toContain(place);
    },
  );
});

describe('a value that the gateway checked, and the API refuses', () => {
  it.each([
    [
      'graphql-js 16',
      'Variable "$o" got invalid value { customer: "1; x" }; Field "channel" of required type "String!" was not provided.',
    ],
    [
      'graphql-js 16',
      'Variable "$s" got invalid value "paid" at "s.status"; Value "paid" does not exist in "Status" enum.',
    ],
    ['PostGraphile', 'Value "settled" does not exist in "OrderStatus" enum.'],
    [
      'graphql-js 17',
      'Variable "$o" has invalid value at .lines[0]: Expected value of type "Line" to include required field "sku", found: {}.',
    ],
    [
      'graphql-js 17',
      'Variable "$o" has invalid value: Expected value of type "Order" not to include unknown field "note", found: { note: "" }.',
    ],
    [
      'graphql-core',
      "Variable '$o' got invalid value {'customer': \"it's 1\"}; Field 'channel' of required type 'String!' was not provided.",
    ],
    [
      'graphql-core',
      "Variable '$s' got invalid value 'paid'; Value 'paid' does not exist in 'Status' enum.",
    ],
    [
      'graphql-java',
      "The variables input contains a field name 'note' that is not defined for input object type 'Order'",
    ],
    [
      'graphql-java',
      "Variable 's' has an invalid value: Invalid input for enum 'Status'. No value found for name 'paid'",
    ],
    ['graphql-java', "Input field 'channel' has coerced Null value for NonNull type 'String!'"],
    [
      'graphql-java',
      "Variable 'n' has an invalid value: Expected a value that can be converted to type 'Int' but it was a 'String'",
    ],
    [
      'graphql-ruby',
      'Variable $o of type Order! was provided invalid value for note (Field is not defined on Order)',
    ],
    [
      'graphql-ruby',
      'Variable $o of type Order! was provided invalid value for lines.0.sku (Expected value to not be null)',
    ],
    [
      'Hasura',
      "expected one of the values ['draft', 'paid'] for type 'status', but found 'settled'",
    ],
    ['Hot Chocolate', 'The required input field `channel` is missing.'],
    [
      'Absinthe',
      'Argument "order" has invalid value $order.\nIn field "channel": Expected type "String!", found null.',
    ],
  ])('is no mistake of the input: %s: %s', (_server, message) => {
    for (const extensions of [
      {},
      { code: 'BAD_USER_INPUT' },
      { classification: 'ValidationError' },
    ])
      expect(classifyError({ message, extensions }, message, 400)).toBe('UPSTREAM_MISMATCH');
  });

  it('is found in the problems of graphql-ruby', () => {
    const message = 'Variable $s of type Status was provided invalid value';
    const problems = [{ path: [], explanation: 'Expected "settled" to be one of: DRAFT, PAID' }];
    expect(classifyError({ message, extensions: { problems } }, message)).toBe('UPSTREAM_MISMATCH');
  });

  it.each([
    'Variable "$d" got invalid value "x"; Expected type "Day". Day cannot represent "x".',
    'Variable "$d" got invalid value "; Field \\"x\\" of required type \\"Y\\" was not provided."; Day cannot represent it.',
    'Variable "$d" has invalid value: Day cannot represent "x".',
    "Variable 'd' has an invalid value: Unable to parse the day x.",
    'Variable $d of type Day was provided invalid value for on (Could not coerce value "x" to Day)',
  ])('is told apart from a value that only the API can check: %s', (message) => {
    expect(classifyError({ message }, message, 400)).toBe('BAD_REQUEST');
  });
});
