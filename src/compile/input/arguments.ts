import {
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import type { ParamOptions } from '../../config/upstream-options.ts';
import { stableJson } from '../../core/json.ts';
import { commentAbove, commentBeside, firstText } from '../model/texts.ts';
import { intersectConstraints, readConstraints } from './constraints.ts';
import { defaultOf, defaultOfLiteral } from './defaults.ts';
import { constraintCheck, type DeriveShape } from './derive-shapes.ts';
import type { Default, FieldShape, InputShape } from './shapes.ts';
import type { VariableUse } from './uses.ts';

/** An argument of a tool; its `name` is the public one. */
export interface Argument extends FieldShape {
  /** The name of the GraphQL variable. */
  readonly variable: string;
  readonly examples: readonly unknown[];
  readonly mcpHeader: string | undefined;
}

/**
 * Creates the argument for a variable.
 *
 * Its description is the first of: the settings, the variable's own description (GraphQL September 2025),
 * the comment above or beside it, the descriptions of the arguments and input fields that it is passed
 * to, in document order. (The writer falls back to the description of the type.)
 *
 * @param uses the uses of this variable.
 */
export function createArgument(
  definition: VariableDefinitionNode,
  options: ParamOptions,
  uses: readonly VariableUse[],
  schema: GraphQLSchema,
  derive: DeriveShape,
): Argument {
  const variable = definition.variable.name.value;
  const { shape, ...type } = derive(typeFromAST(schema, definition.type) as GraphQLInputType);
  // the chosen member of a @oneOf must not be null, though older rules accept a nullable variable
  const nullable = type.nullable && !uses.some(({ isChosen }) => isChosen);
  const ownDefault = definition.defaultValue && defaultOfLiteral(definition.defaultValue, shape);
  const constraints = intersectConstraints(
    uses.map(({ directives, isItem }) => readConstraints(directives, shape, isItem)),
  );
  return {
    name: options.name ?? variable,
    variable,
    shape,
    nullable,
    description: firstText([
      options.description,
      definition.description?.value,
      commentAbove(definition),
      commentBeside(definition),
      ...uses.map(({ description }) => description),
    ]),
    deprecationReason:
      uses.map(({ target }) => target?.deprecationReason).find((reason) => reason) ?? undefined,
    default: ownDefault ?? (nullable ? sharedDefault(uses, shape) : undefined),
    constraints,
    checkConstraints: constraintCheck(shape, constraints),
    optional: nullable || ownDefault !== undefined,
    isAlternative: false,
    dropsNull: nullable ? uses.some(({ nonNull }) => nonNull) : ownDefault !== undefined,
    examples: options.examples ?? [],
    mcpHeader: options.mcpHeader,
  };
}

/** Returns the default that applies in all places if the variable is omitted, if it is the same. */
function sharedDefault(uses: readonly VariableUse[], shape: InputShape): Default | undefined {
  const defaults = uses.map(({ target }) => target && defaultOf(target, shape));
  const [first] = defaults;
  if (first === undefined) return undefined;
  const text = stableJson(first.value);
  return defaults.every((one) => one && stableJson(one.value) === text) ? first : undefined;
}
