import { typeFromAST, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import type { OperationSource } from '../../load/sources.ts';
import { commentAbove } from '../comment-above.ts';
import { firstText } from '../describe.ts';
import type { ParamSettings } from '../tool-options.ts';
import type { Constraints } from './constraints.ts';
import { defaultOfLiteral } from './default-value.ts';
import type { FieldShape, InputShapes } from './input-shape.ts';
import type { VariableUse } from './variable-uses.ts';

/** A variable as an agent sees it. */
export interface Argument extends FieldShape {
  /** The GraphQL variable's name. */
  readonly variable: string;
  /** The property's name. */
  readonly name: string;
  /**
   * Null would be an error upstream though leaving the variable out is not: its type is non-null
   * with a default, or it feeds a non-null place that has one. Null then counts as absent.
   */
  readonly dropsNull: boolean;
  readonly examples: readonly unknown[];
  readonly mcpHeader: string | undefined;
}

/** Makes the arguments of an operation, in the order of its variables. */
export function argumentsOf(
  { operation }: OperationSource,
  schema: GraphQLSchema,
  shapes: InputShapes,
  uses: readonly VariableUse[],
  params: ReadonlyMap<string, ParamSettings>,
): readonly Argument[] {
  return (operation.variableDefinitions ?? []).map((definition) => {
    const variable = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type) as GraphQLInputType;
    const value = shapes.of(type);
    const mine = uses.filter((use) => use.variable === variable);
    const options = params.get(variable)?.options ?? {};
    const literal = definition.defaultValue;
    const preset = literal && defaultOfLiteral(literal, type, shapes.scalars);
    return {
      ...value,
      variable,
      name: options.name ?? variable,
      description: firstText([
        options.description,
        definition.description?.value,
        commentAbove(definition),
        ...mine.map((use) => use.description),
      ]),
      deprecated: undefined,
      default: preset,
      constraints: tightest(mine.map((use) => use.constraints)),
      dropsNull: value.nullable ? mine.some(({ nonNull }) => nonNull) : preset !== undefined,
      examples: options.examples ?? [],
      mcpHeader: options.mcpHeader,
    };
  });
}

/** The bounds of every place that the value goes to hold at once; of two of a kind, the tighter. */
function tightest(all: readonly Constraints[]): Constraints {
  const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
  const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;
  const merged: Record<string, unknown> = Object.assign({}, ...all);
  for (const keyword of lower) {
    const bounds = all.flatMap((constraints) => constraints[keyword] ?? []);
    if (bounds.length > 0) merged[keyword] = Math.max(...bounds);
  }
  for (const keyword of upper) {
    const bounds = all.flatMap((constraints) => constraints[keyword] ?? []);
    if (bounds.length > 0) merged[keyword] = Math.min(...bounds);
  }
  return merged;
}
