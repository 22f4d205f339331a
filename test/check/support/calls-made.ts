import {
  executeSync,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isObjectType,
  responsePathAsArray,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { stableJson } from '../../../src/core/json.ts';

/**
 * Executes an operation, and returns the fields that run, with their arguments and response paths.
 *
 * @param turn decides which of its types an object of an abstract type has.
 */
export function callsMade(
  schema: GraphQLSchema,
  document: DocumentNode,
  variableValues: Readonly<Record<string, unknown>>,
  turn: number,
): ReadonlySet<string> {
  const calls = new Set<string>();
  executeSync({
    schema,
    document,
    variableValues,
    rootValue: {},
    fieldResolver: (_source, args, _context, { path, parentType, fieldName, returnType }) => {
      const at = responsePathAsArray(path).join('.');
      calls.add(`${at} ${parentType.name}.${fieldName}(${stableJson(args)})`);
      return valueOf(returnType);
    },
    typeResolver: (_value, _context, { schema: own }, type) => {
      const types = own.getPossibleTypes(type);
      return types[turn % types.length]?.name;
    },
  });
  return calls;
}

function valueOf(type: GraphQLOutputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [valueOf(nullable.ofType)];
  const named = getNamedType(type);
  if (isObjectType(named) || isAbstractType(named)) return {};
  if (isEnumType(named)) return named.getValues()[0]?.value;
  return leafValues.get(named.name) ?? 'text';
}

const leafValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['Int', 1],
  ['Float', 1],
  ['Boolean', true],
]);
