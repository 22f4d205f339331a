import { isInputObjectType, type GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { finding, type FindingContext } from '../model/diagnostics.ts';
import { inheritedNames } from '../../core/json.ts';
import type { ParamSettings } from '../model/settings.ts';
import type { Argument } from './arguments.ts';
import type { FieldShape } from './input-shape.ts';
import { reachedShapes } from './reached-shapes.ts';

/** Tells which arguments, and fields within, agents see by other names than the API. */
export type CheckRenamed = (
  given: readonly Argument[],
  params: ReadonlyMap<string, ParamSettings>,
  context: FindingContext,
) => readonly Diagnostic[];

/** Makes what tells it; in a schema without such fields it need not look into types. */
export function createRenameCheck(schema: GraphQLSchema): CheckRenamed {
  const hasSuchFields = Object.values(schema.getTypeMap()).some(
    (type) =>
      isInputObjectType(type) &&
      Object.keys(type.getFields()).some((name) => inheritedNames.has(name)),
  );
  return (given, params, context) => {
    const ofArguments = given
      .filter((one) => isRenamed(one) && params.get(one.sentAs)?.options.name === undefined)
      .map((argument) =>
        renamed(`The argument "${argument.sentAs}"`, argument, argumentHint, context),
      );
    return hasSuchFields ? [...ofArguments, ...fieldsWithin(given, context)] : ofArguments;
  };
}

function fieldsWithin(given: readonly Argument[], context: FindingContext): readonly Diagnostic[] {
  return [...reachedShapes(given.map(({ shape }) => shape))].flatMap((shape) => {
    if (shape.kind !== 'object' || !shape.renames) return [];
    return [...shape.fields.values()]
      .filter(isRenamed)
      .map((field) =>
        renamed(`The field "${field.sentAs}" of ${shape.name}`, field, fieldHint, context),
      );
  });
}

function isRenamed({ name, sentAs }: FieldShape): boolean {
  return name !== sentAs;
}

const argumentHint =
  'Nothing needs to be done; @mcpParam(name:) gives the argument a name of your choice.';

const fieldHint = 'Nothing needs to be done; the API receives it by its own name.';

function renamed(
  what: string,
  { name, sentAs }: FieldShape,
  hint: string,
  context: FindingContext,
): Diagnostic {
  return finding(
    'info',
    'ARGUMENT_NAME_INHERITED',
    `${what} is shown to agents as "${name}", because JavaScript clients cannot tell an absent "${sentAs}" from one that every object has.`,
    hint,
    context,
  );
}
