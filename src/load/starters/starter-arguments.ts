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

/** The arguments of a root field in a starter operation. */
export interface StarterArguments {
  /** The arguments that become variables, in the order of the schema. */
  readonly taken: readonly GraphQLArgument[];
  /** The others, except deprecated ones. */
  readonly left: readonly GraphQLArgument[];
}

/** The most optional arguments that become variables. */
const maxOptional = 8;
/** The most fields of an input object that becomes a variable by default. */
const maxInputFields = 10;

/**
 * Chooses the arguments that become variables.
 *
 * | argument                                            | becomes                               |
 * | --------------------------------------------------- | ------------------------------------- |
 * | required                                            | a variable                            |
 * | the page size (`first`, `limit`, …) of a list       | a variable that defaults to 20        |
 * | the same, with a default of the API                 | a variable without default            |
 * | scalar, enum, a list of those, small flat input object | a variable without a default       |
 * | backward paging, large or nested input, non-null with a default | omitted                   |
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
  // a nullable variable is not allowed at a non-null position
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

/** Declares the variable of an argument; page sizes default to 20. */
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

/** Returns whether an argument has a default; graphql 16 and 17 store it in different members. */
function hasDefault(arg: GraphQLArgument & { readonly default?: unknown }): boolean {
  return arg.defaultValue !== undefined || arg.default !== undefined;
}

/** Passes a variable to the argument with its name. */
export function argumentOf({ name: value }: GraphQLArgument): ArgumentNode {
  const name = { kind: Kind.NAME, value } as const;
  return { kind: Kind.ARGUMENT, name, value: { kind: Kind.VARIABLE, name } };
}
