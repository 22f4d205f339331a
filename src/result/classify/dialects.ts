import type { Classification } from '../../core/classification.ts';

/** Paths of codes in errors. */
export const codePlaces = [
  'extensions.classification',
  'extensions.code',
  'extensions.contentful.code',
  'extensions.prisma.code',
  'extensions.errorCode',
  'extensions.errorType',
  'extensions.type',
  'extensions.errcode',
  'extensions.exception.errcode',
  'extensions.exception.code',
  'errorType',
  'type',
  'errcode',
  'code',
] as const;

export type CodePlace = (typeof codePlaces)[number];

/** The error codes of one kind of server. */
export interface Dialect {
  readonly server: string;
  readonly places: readonly CodePlace[];
  /**
   * Codes as the server writes them, separated by commas; a trailing `*` matches any suffix.
   */
  readonly codes: { readonly [C in Classification]?: string };
  /** The definition of the codes. */
  readonly source: string;
}

/**
 * The error codes by server. Other codes are classified by `conventions.ts`.
 *
 * An invalid document is `UPSTREAM_MISMATCH`: the agent did not write it, and no input can fix it.
 * Codes that a server uses for both invalid documents and invalid variables map to `BAD_REQUEST`, and
 * the error's message decides (see `conventions.ts`).
 */
export const dialects: readonly Dialect[] = [
  {
    server: 'Apollo Server, GraphQL Yoga, gqlgen',
    places: ['extensions.code'],
    codes: {
      BAD_REQUEST: 'BAD_USER_INPUT, BAD_REQUEST, COMPLEXITY_LIMIT_EXCEEDED',
      UNAUTHORIZED: 'UNAUTHENTICATED',
      FORBIDDEN: 'FORBIDDEN',
      INTERNAL_ERROR: 'INTERNAL_SERVER_ERROR',
      UNAVAILABLE: 'DOWNSTREAM_SERVICE_ERROR',
      UPSTREAM_MISMATCH:
        'GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_RESOLUTION_FAILURE, PERSISTED_QUERY_NOT_FOUND, PERSISTED_QUERY_NOT_SUPPORTED',
    },
    source:
      'https://www.apollographql.com/docs/apollo-server/data/errors, https://the-guild.dev/graphql/yoga-server/docs/features/error-masking, graphql/errcode of 99designs/gqlgen',
  },
  {
    server: 'Spring for GraphQL',
    places: ['extensions.classification'],
    codes: {
      NOT_FOUND: 'NOT_FOUND',
      BAD_REQUEST: 'BAD_REQUEST, ValidationError, ExtendedValidationError',
      UNAUTHORIZED: 'UNAUTHORIZED',
      FORBIDDEN: 'FORBIDDEN',
      INTERNAL_ERROR: 'INTERNAL_ERROR, DataFetchingException, NullValueInNonNullableField',
      UNAVAILABLE: 'ExecutionAborted',
      UPSTREAM_MISMATCH: 'InvalidSyntax, OperationNotSupported',
    },
    source: 'org.springframework.graphql.execution.ErrorType, graphql.ErrorType of graphql-java',
  },
  {
    server: 'Netflix DGS',
    places: ['extensions.errorType'],
    codes: {
      NOT_FOUND: 'NOT_FOUND',
      BAD_REQUEST: 'BAD_REQUEST, FAILED_PRECONDITION',
      UNAUTHORIZED: 'UNAUTHENTICATED',
      FORBIDDEN: 'PERMISSION_DENIED',
      INTERNAL_ERROR: 'INTERNAL, UNKNOWN',
      UNAVAILABLE: 'UNAVAILABLE',
    },
    source: 'com.netflix.graphql.types.errors.ErrorType of Netflix/dgs-framework',
  },
  {
    server: 'Hot Chocolate',
    places: ['extensions.code'],
    codes: {
      BAD_REQUEST:
        'HC0016, HC0017, HC0047, HC0051, HC0052, HC0054, HC0055, HC0056, HC0057, HC0076, HC0078, HC0079, HC0082',
      UNAUTHORIZED: 'AUTH_NOT_AUTHENTICATED',
      FORBIDDEN: 'AUTH_NOT_AUTHORIZED',
      INTERNAL_ERROR:
        'AUTH_NO_DEFAULT_POLICY, AUTH_POLICY_NOT_FOUND, EXEC_INVALID_LEAF_VALUE, EXEC_UNABLE_TO_RESOLVE_ABSTRACT_TYPE, HC0008, HC0018, HC0019, HC0053',
      TIMEOUT: 'HC0045, HC0049',
      UPSTREAM_MISMATCH:
        'HC0009, HC0011, HC0012, HC0013, HC0014, HC0015, HC0020, HC0063, HC0064, HC0067, HC0077',
    },
    source: 'HotChocolate.ErrorCodes of ChilliCream/graphql-platform',
  },
  {
    server: 'Hasura',
    places: ['extensions.code'],
    codes: {
      NOT_FOUND: 'not-found, not-exists',
      CONFLICT: 'already-exists, conflict',
      BAD_REQUEST:
        'bad-request, coercion-error, constraint-error, constraint-violation, data-exception, invalid-json, invalid-params, not-supported, parse-failed, validation-failed',
      UNAUTHORIZED:
        'access-denied, invalid-headers, invalid-jwt, jwt-invalid-claims, jwt-missing-role-claims',
      FORBIDDEN: 'permission-denied, permission-error',
      INTERNAL_ERROR:
        'bigquery-error, invalid-configuration, mssql-error, postgres-error, remote-schema-error, unexpected, unexpected-payload',
      UNAVAILABLE: 'busy, postgres-max-connections-error',
      UPSTREAM_MISMATCH: 'method-not-allowed',
    },
    source: 'server/src-lib/Hasura/Base/Error.hs of hasura/graphql-engine',
  },
  {
    server: 'PostGraphile',
    places: ['extensions.errcode', 'extensions.exception.errcode', 'errcode'],
    codes: {
      NOT_FOUND: '02*, P0002',
      BAD_REQUEST: '22*, 23*, P0001',
      CONFLICT: '23505, 23P01',
      UNAUTHORIZED: '28*',
      FORBIDDEN: '42501',
      INTERNAL_ERROR: '42*, XX*',
      TIMEOUT: '57014',
      UNAVAILABLE: '08*, 40*, 53*, 57P*',
    },
    source: 'https://www.postgresql.org/docs/current/errcodes-appendix.html',
  },
  {
    server: 'graphql-ruby',
    places: ['extensions.code'],
    codes: {
      UPSTREAM_MISMATCH:
        'argumentLiteralsIncompatible, argumentNotAccepted, defaultValueInvalidType, missingRequiredArguments, selectionMismatch, undefinedField, undefinedType, variableMismatch, variableRequiresValidType',
    },
    source: 'lib/graphql/static_validation/rules of rmosolgo/graphql-ruby',
  },
  {
    server: 'AWS AppSync',
    places: ['errorType'],
    codes: {
      BAD_REQUEST: 'BadRequestException, MalformedHttpRequestException, ValidationError',
      CONFLICT: 'ConflictUnhandled, DynamoDB:ConditionalCheckFailedException',
      UNAUTHORIZED: 'UnauthorizedException',
      FORBIDDEN: 'Unauthorized, AccessDeniedException',
      INTERNAL_ERROR:
        'InternalFailure, InternalFailureException, Lambda:IllegalArgument, Lambda:Unhandled, MappingTemplate, TemplateTransformationException',
      RATE_LIMITED:
        'DynamoDB:ProvisionedThroughputExceededException, LimitExceededException, ThrottlingException',
      TIMEOUT: 'ExecutionTimeout, Lambda:ExecutionTimeoutException',
    },
    source:
      'https://docs.aws.amazon.com/appsync/latest/devguide (Troubleshooting and common mistakes)',
  },
  {
    server: 'GitHub',
    places: ['type'],
    codes: {
      NOT_FOUND: 'NOT_FOUND',
      BAD_REQUEST: 'EXCESSIVE_PAGINATION, MAX_NODE_LIMIT_EXCEEDED, UNPROCESSABLE',
      FORBIDDEN: 'FORBIDDEN, INSUFFICIENT_SCOPES',
      RATE_LIMITED: 'RATE_LIMIT, RATE_LIMITED',
      UNAVAILABLE: 'SERVICE_UNAVAILABLE',
    },
    source:
      'https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api',
  },
  {
    server: 'Shopify',
    places: ['extensions.code'],
    codes: {
      BAD_REQUEST: 'MAX_COST_EXCEEDED',
      FORBIDDEN: 'ACCESS_DENIED, SHOP_INACTIVE',
      INTERNAL_ERROR: 'INTERNAL_SERVER_ERROR',
      RATE_LIMITED: 'THROTTLED',
    },
    source: 'https://shopify.dev/docs/api/admin-graphql (Status and error codes)',
  },
  {
    server: 'Linear',
    places: ['extensions.type'],
    codes: {
      BAD_REQUEST: 'graphql error, invalid input, user error',
      UNAUTHORIZED: 'authentication error',
      FORBIDDEN: 'feature not accessible, forbidden, usage limit exceeded',
      INTERNAL_ERROR: 'bootstrap error, internal error, other, unknown',
      RATE_LIMITED: 'ratelimited',
      UNAVAILABLE: 'lock timeout, network error',
    },
    source: 'packages/sdk/src/error.ts of linear/linear',
  },
  {
    server: 'Keystone',
    places: ['extensions.code'],
    codes: {
      BAD_REQUEST:
        'KS_USER_INPUT_ERROR, KS_VALIDATION_FAILURE, KS_LIMITS_EXCEEDED, KS_RELATIONSHIP_ERROR',
      FORBIDDEN: 'KS_ACCESS_DENIED, KS_FILTER_DENIED',
      INTERNAL_ERROR:
        'KS_SYSTEM_ERROR, KS_EXTENSION_ERROR, KS_PRISMA_ERROR, KS_RESOLVER_ERROR, KS_ACCESS_RETURN_ERROR',
    },
    source: 'packages/core/src/lib/core/graphql-errors.ts of keystonejs/keystone',
  },
  {
    server: 'Prisma',
    places: ['extensions.prisma.code', 'extensions.exception.code', 'extensions.code'],
    codes: {
      NOT_FOUND: 'P2001, P2015, P2018, P2025',
      BAD_REQUEST:
        'P2000, P2003, P2004, P2005, P2006, P2007, P2011, P2012, P2013, P2014, P2019, P2020',
      CONFLICT: 'P2002, P2034',
      UNAVAILABLE: 'P1001, P1002, P1008, P1017, P2024, P2037',
    },
    source: 'https://www.prisma.io/docs/orm/reference/error-reference',
  },
  {
    server: 'monday',
    places: ['extensions.code'],
    codes: {
      RATE_LIMITED: 'ComplexityException, COMPLEXITY_BUDGET_EXHAUSTED',
    },
    source: 'https://developer.monday.com/api-reference/docs/error-handling',
  },
  {
    server: 'Contentful',
    places: ['extensions.contentful.code'],
    codes: { BAD_REQUEST: 'TOO_COMPLEX_QUERY', RATE_LIMITED: 'RATE_LIMIT_EXCEEDED' },
    source: 'https://contentful.com/developers/docs/references/graphql/graphql-errors',
  },
];
