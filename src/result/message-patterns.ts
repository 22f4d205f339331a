import type { Classification } from '../core/classification.ts';

/** What an error's message tells when no code does, or when a code covers two cases. */
export interface MessagePattern {
  readonly pattern: RegExp;
  readonly classification: Classification;
  /** Who words it so. */
  readonly source: string;
}

/**
 * Messages about a variable's value: the agent's to mend. They decide over a code that stands for
 * invalid documents too.
 */
export const inputPatterns: readonly MessagePattern[] = [
  {
    pattern:
      /^Variable "?\$\w+"? ((got|has) invalid value|of (required|non-null) type .* (was not provided|must not be null))/,
    classification: 'BAD_REQUEST',
    source: 'graphql-js, graphql-core, Graphene, Strawberry, PostGraphile',
  },
  {
    pattern: /^Variable "?\$?\w+"? of type \S+ was provided invalid value/,
    classification: 'BAD_REQUEST',
    source: 'graphql-ruby, GitHub, Shopify',
  },
  {
    pattern: /^Variable '\w+' has (an invalid value|coerced Null value)/,
    classification: 'BAD_REQUEST',
    source: 'graphql-java, Spring for GraphQL, Netflix DGS, AWS AppSync',
  },
];

/**
 * Messages about the document: the operation no longer fits the API's schema, and no input mends
 * that. They decide over a code that stands for invalid variables too.
 */
export const documentPatterns: readonly MessagePattern[] = [
  {
    pattern:
      /^(Cannot query field|Unknown (argument|type|fragment|directive|operation)|Syntax Error|Field ".*" (of type|argument|must not have|is not defined)|Fields ".*" conflict|Argument ".*" of type ".*" is required|Variable "\$\w+" (of type ".*" used in position|has invalid default value)|The \w+ operation is not supported by the schema|Fragment ")/,
    classification: 'UPSTREAM_MISMATCH',
    source: 'graphql-js, graphql-core, gqlgen',
  },
  {
    pattern:
      /^Validation error (\(|of type )(FieldUndefined|UnknownType|UnknownArgument|MissingFieldArgument|SubselectionRequired|SubselectionNotAllowed|VariableTypeMismatch|UndefinedFragment|UnknownDirective|FieldsConflict)/i,
    classification: 'UPSTREAM_MISMATCH',
    source: 'graphql-java, Spring for GraphQL, Netflix DGS, AWS AppSync',
  },
  {
    pattern:
      /^(Field '.*' (doesn't exist on type|doesn't accept argument|is missing required arguments|must have selections)|Parse error on )/,
    classification: 'UPSTREAM_MISMATCH',
    source: 'graphql-ruby, GitHub, Shopify',
  },
  {
    pattern:
      /^(field '.*' not found in type|'.*' has no argument named|no such type exists in the schema|not a valid graphql query)/,
    classification: 'UPSTREAM_MISMATCH',
    source: 'Hasura',
  },
  {
    pattern: /^The (field|argument) `.*` does not exist/,
    classification: 'UPSTREAM_MISMATCH',
    source: 'Hot Chocolate',
  },
];

/** Messages of servers that send no code at all. */
export const barePatterns: readonly MessagePattern[] = [
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
      /^(Throttled|API rate limit (already )?exceeded|Rate limit exceeded|Too many requests)\b/i,
    classification: 'RATE_LIMITED',
    source: 'Shopify, GitHub, graphql-rate-limit',
  },
];
