import { isInputObjectType, type GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { finding, type FindingContext } from '../finding.ts';
import { inheritedNames } from '../inherited-names.ts';
import type { ParamSettings } from '../tool-options.ts';
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
      .map((argument) => renamed(`The argument "${argument.sentAs}"`, argument.name, context));
    return hasSuchFields ? [...ofArguments, ...fieldsWithin(given, context)] : ofArguments;
  };
}

function fieldsWithin(given: readonly Argument[], context: FindingContext): readonly Diagnostic[] {
  return [...reachedShapes(given.map(({ shape }) => shape))].flatMap((shape) => {
    if (shape.kind !== 'object' || !shape.renames) return [];
    return [...shape.fields.values()]
      .filter(isRenamed)
      .map(({ sentAs, name }) => renamed(`The field "${sentAs}" of ${shape.name}`, name, context));
  });
}

function isRenamed({ name, sentAs }: FieldShape): boolean {
  return name !== sentAs;
}

function renamed(what: string, name: string, context: FindingContext): Diagnostic {
  return finding(
    'warning',
    'ARGUMENT_NAME_INHERITED',
    `${what} may be left out, and is called "${name}", for every JavaScript object inherits its own name.`,
    'Nothing needs to be done; @mcpParam(name:) gives an argument a name of your choice.',
    context,
  );
}
