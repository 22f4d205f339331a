import {
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import type { ParamOptions } from '../../config/upstream-options.ts';
import { commentAbove, commentBeside, firstText } from '../model/texts.ts';
import { stableJson } from '../../core/json.ts';
import { constraintsOf, tightest } from './constraints.ts';
import { defaultOf, defaultOfLiteral, type Default } from './default-value.ts';
import { constraintCheck, type DeriveShape } from './derive-shapes.ts';
import type { FieldShape, InputShape } from './input-shape.ts';
import { shownName } from './shown-name.ts';
import type { VariableUse } from './variable-uses.ts';

/** A variable as an agent sees it. */
export interface Argument extends FieldShape {
  readonly examples: readonly unknown[];
  readonly mcpHeader: string | undefined;
}

/** What arguments are made of. */
export interface ArgumentContext {
  readonly schema: GraphQLSchema;
  readonly derive: DeriveShape;
  /** Uses of all variables of the operation. */
  readonly uses: readonly VariableUse[];
  /** Names that arguments have, or ask for. */
  readonly names: ReadonlySet<string>;
}

/**
 * Makes the argument of a variable.
 *
 * Its description is the first there is: what the settings say, the variable's own description
 * (GraphQL September 2025), the comment above or beside it, what the arguments and input fields say
 * that it feeds, in the order of the document. (What its type says is for the writer.)
 */
export function argumentOf(
  definition: VariableDefinitionNode,
  options: ParamOptions,
  { schema, derive, uses, names }: ArgumentContext,
): Argument {
  const variable = definition.variable.name.value;
  const mine = uses.filter((use) => use.variable === variable);
  const { shape, ...own } = derive(typeFromAST(schema, definition.type) as GraphQLInputType);
  // what is chosen of a @oneOf must be there, though older rules let its variable be null
  const nullable = own.nullable && !mine.some(({ isChosen }) => isChosen);
  const preset = definition.defaultValue && defaultOfLiteral(definition.defaultValue, shape);
  const constraints = tightest(
    mine.map(({ directives, isItem }) => constraintsOf(directives, shape, isItem)),
  );
  const optional = nullable || preset !== undefined;
  return {
    name: options.name ?? shownName(variable, optional, (name) => names.has(name)),
    sentAs: variable,
    shape,
    nullable,
    description: firstText([
      options.description,
      definition.description?.value,
      commentAbove(definition),
      commentBeside(definition),
      ...mine.map((use) => use.description),
    ]),
    deprecated:
      mine.map((use) => use.feeds?.deprecationReason).find((reason) => reason) ?? undefined,
    default: preset ?? (nullable ? inheritedDefault(mine, shape) : undefined),
    constraints,
    checkConstraints: constraintCheck(shape, constraints),
    optional,
    isAlternative: false,
    dropsNull: nullable ? mine.some(({ nonNull }) => nonNull) : preset !== undefined,
    examples: options.examples ?? [],
    mcpHeader: options.mcpHeader,
  };
}

/** The default that every place fed takes when the variable is left out, where they agree. */
function inheritedDefault(uses: readonly VariableUse[], shape: InputShape): Default | undefined {
  const presets = uses.map(({ feeds }) => feeds && defaultOf(feeds, shape));
  const [first] = presets;
  if (first === undefined) return undefined;
  const text = stableJson(first.value);
  return presets.every((one) => one && stableJson(one.value) === text) ? first : undefined;
}
