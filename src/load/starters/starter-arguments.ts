import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNullableType,
  isRequiredArgument,
  Kind,
  parseConstValue,
  parseType,
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type VariableDefinitionNode,
} from 'graphql';
import { isConnection, isMany, pageSizes } from './starter-selection.ts';

/** The arguments of a root field, as an operation to start from has them. */
export interface StarterArguments {
  /** Those that become variables, in the order of the schema. */
  readonly taken: readonly GraphQLArgument[];
  /** The others, deprecated ones aside. */
  readonly left: readonly GraphQLArgument[];
}

/** Optional arguments that become variables, at the most. */
const maxOptional = 8;
/** Fields of an input object that is small enough to be offered unasked. */
const maxInputFields = 10;

/**
 * Chooses the arguments that become variables.
 *
 * | argument                                            | becomes                               |
 * | --------------------------------------------------- | ------------------------------------- |
 * | required                                            | a variable                            |
 * | says how many items (`first`, `limit`, …) of a list | a variable that defaults to 20        |
 * | the same, with a default of the API                 | a variable without one: the API's own counts |
 * | scalar, enum, a list of those, small flat input object | a variable without a default       |
 * | pages backwards, large or nested input, non-null with a default | left out                  |
 */
export function starterArguments(field: GraphQLField<unknown, unknown>): StarterArguments {
  const usable = field.args.filter(
    (arg) => isRequiredArgument(arg) || arg.deprecationReason == null,
  );
  const optional = usable.filter((arg) => !isRequiredArgument(arg) && isUseful(arg, field));
  const offered = new Set(optional.slice(0, maxOptional));
  const isTaken = (arg: GraphQLArgument): boolean => isRequiredArgument(arg) || offered.has(arg);
  return { taken: usable.filter(isTaken), left: usable.filter((arg) => !isTaken(arg)) };
}

function isUseful({ name, type }: GraphQLArgument, field: GraphQLField<unknown, unknown>): boolean {
  if (isConnection(field.type) && pagesBackwards.has(name)) return false;
  // a variable cannot be left out where null is no value, and the default is not at hand
  return isNullableType(type) && isSmall(type);
}

const pagesBackwards: ReadonlySet<string> = new Set(['before', 'last']);

function isSmall(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (isLeafType(named)) return true;
  if (isListType(type) || !isInputObjectType(named)) return false;
  const fields = Object.values(named.getFields());
  return (
    fields.length <= maxInputFields && fields.every((each) => isLeafType(getNamedType(each.type)))
  );
}

/** Declares the variable of an argument; pages are small, for a model should not get everything. */
export function variableOf(
  arg: GraphQLArgument,
  field: GraphQLField<unknown, unknown>,
): VariableDefinitionNode {
  const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: arg.name } } as const;
  const type = parseType(String(arg.type));
  const node = { kind: Kind.VARIABLE_DEFINITION, variable, type } as const;
  const sizesPage = pageSizes.has(arg.name) && String(arg.type) === 'Int' && isMany(field.type);
  const needsDefault = sizesPage && !hasDefault(arg);
  return needsDefault ? { ...node, defaultValue: parseConstValue('20') } : node;
}

/** Whether the API has a default of its own; graphql 16 and 17 keep it in different members. */
function hasDefault(arg: GraphQLArgument & { readonly default?: unknown }): boolean {
  return arg.defaultValue !== undefined || arg.default !== undefined;
}

/** Passes a variable to the argument of its name. */
export function argumentOf({ name: value }: GraphQLArgument): ArgumentNode {
  const name = { kind: Kind.NAME, value } as const;
  return { kind: Kind.ARGUMENT, name, value: { kind: Kind.VARIABLE, name } };
}
