import {
  execute,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import type { Choices } from './choices.ts';

/** How often things go wrong in a random answer, each as "one of so many". */
export interface Mishaps {
  /** Nulls, also where none may stand: then the error travels up to the next nullable place. */
  readonly nullOutOf: number;
  readonly errorOutOf: number;
}

/** What a random answer is made for. */
export interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Makes a legal answer to an operation: executed by graphql-js with resolvers that answer anything
 * their type allows, and fail now and then. Nothing of the compiler has a part in it.
 *
 * The answer is put into the gateway's envelope.
 */
export function randomAnswer(asked: Asked, choices: Choices, mishaps: Mishaps): JsonObject {
  const { schema, document, operationName, variables } = asked;
  const result = execute({
    schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables,
    fieldResolver: (_source, _args, _context, info) =>
      randomValue(info.schema, info.returnType, choices, mishaps),
    typeResolver: (source) => (source as { readonly type: string }).type,
  });
  if (result instanceof Promise) throw new Error('Random resolvers answer at once.');
  return envelopeOf(result as ExecutionResult);
}

function envelopeOf({ data = null, errors = [] }: ExecutionResult): JsonObject {
  const entries = errors.map(({ message, path }) => ({
    message,
    ...(path && { path }),
    classification: 'INTERNAL_ERROR',
  }));
  const envelope = { data, ...(entries.length > 0 && { errors: entries }) };
  return JSON.parse(JSON.stringify(envelope)) as JsonObject;
}

function randomValue(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  choices: Choices,
  mishaps: Mishaps,
): unknown {
  if (choices.rarely(mishaps.errorOutOf)) throw new Error('It did not work.');
  const nullOutOf = isNonNullType(type) ? mishaps.nullOutOf * 4 : mishaps.nullOutOf;
  if (choices.rarely(nullOutOf)) return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return Array.from({ length: choices.below(4) }, () =>
      randomItem(schema, nullable.ofType, choices, mishaps),
    );
  }
  if (isEnumType(nullable)) return choices.oneOf(nullable.getValues()).value;
  if (isScalarType(nullable)) return randomScalar(nullable.name, choices);
  if (isAbstractType(nullable)) {
    return { type: choices.oneOf(schema.getPossibleTypes(nullable)).name };
  }
  return {};
}

/** An item fails by itself: an `Error` in a list is what graphql-js takes for that. */
function randomItem(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  choices: Choices,
  mishaps: Mishaps,
): unknown {
  try {
    return randomValue(schema, type, choices, mishaps);
  } catch (error) {
    return error;
  }
}

const anything: readonly JsonValue[] = [
  'text',
  0,
  1.5,
  true,
  null,
  [],
  {},
  [1, 'a'],
  { a: [null] },
];

function randomScalar(name: string, choices: Choices): unknown {
  const values: Readonly<Record<string, readonly unknown[]>> = {
    Int: [0, -1, 2_147_483_647],
    Float: [0, 1.5, 1e300, -7],
    String: ['', 'text', 'ünï'],
    Boolean: [true, false],
    ID: ['1', 'a-b', 7],
  };
  return choices.oneOf(values[name] ?? anything);
}
