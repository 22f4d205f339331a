import { isInputObjectType, type GraphQLSchema } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { inheritedNames } from '../../core/json.ts';
import { compileDiagnostic, type DiagnosticContext } from '../model/diagnostics.ts';
import type { ParamSettings } from '../model/settings.ts';
import { type Argument, reachableShapes } from './shapes.ts';
import { coerceValue } from './coerce.ts';
import type { Coercion, CoercionSettings } from './coercion.ts';

/** The settings of arguments, and their places. */
export interface CheckContext {
  readonly params: ReadonlyMap<string, ParamSettings>;
  /** Returns the place where a variable is declared. */
  readonly declaredAt: (variable: string) => Place;
  readonly tool: string;
}

/** Checks that clients and the protocol accept the arguments and their settings. */
export function checkArguments(
  args: readonly Argument[],
  context: CheckContext,
): readonly Diagnostic[] {
  return [
    ...args.flatMap((argument) => checkName(argument, args, context)),
    ...args.flatMap((argument) => checkHeader(argument, args, context)),
    ...args.flatMap((argument) => checkExamples(argument, context)),
  ];
}

const maxNameLength = 64;

/** The property names that all model APIs accept. */
const validName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Returns whether a schema can contain a name; JavaScript clients lose `__proto__`. */
export function isValidName(name: string): boolean {
  return validName.test(name) && name !== '__proto__';
}

function checkName(
  argument: Argument,
  args: readonly Argument[],
  { params, declaredAt, tool }: CheckContext,
): readonly Diagnostic[] {
  const { name, variable } = argument;
  const place = () => params.get(variable)?.placeOf('name') ?? declaredAt(variable);
  if (name === '__proto__') {
    const message = 'The argument name "__proto__" is lost by clients written in JavaScript.';
    return [compileDiagnostic('ARGUMENT_NAME_RESERVED', message, { place: place(), tool })];
  }
  if (!isValidName(name)) {
    const reason =
      name.length > maxNameLength
        ? `has ${name.length} characters; model APIs accept at most ${maxNameLength}`
        : 'is not accepted by every client';
    const message = `The argument name "${name}" ${reason}.`;
    return [compileDiagnostic('ARGUMENT_NAME_INVALID', message, { place: place(), tool })];
  }
  if (args.find((other) => other.name === name) === argument) return [];
  const message = `Two variables have the argument name "${name}".`;
  return [compileDiagnostic('ARGUMENT_NAME_TAKEN', message, { place: place(), tool })];
}

/** A field name of HTTP (RFC 9110, section 5.1): a token. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The scalars that a header can carry: text, whole numbers and booleans. */
const headerKinds = new Set(['string', 'id', 'digits', 'unknown', 'int', 'integer', 'boolean']);

function checkHeader(
  argument: Argument,
  args: readonly Argument[],
  { params, declaredAt, tool }: CheckContext,
): readonly Diagnostic[] {
  const { name, variable, mcpHeader, shape } = argument;
  if (mcpHeader === undefined) return [];
  const place = params.get(variable)?.placeOf('mcpHeader') ?? declaredAt(variable);
  const lower = mcpHeader.toLowerCase();
  const isTaken = args.find((other) => other.mcpHeader?.toLowerCase() === lower) !== argument;
  if (!headerName.test(mcpHeader) || isTaken) {
    const reason = isTaken ? 'another argument has it' : 'it is not a valid header name';
    const message = `"${mcpHeader}" cannot be the header of "${name}": ${reason}.`;
    return [compileDiagnostic('ARGUMENT_HEADER_INVALID', message, { place, tool })];
  }
  const isSupported =
    shape.kind === 'enum' || (shape.kind === 'scalar' && headerKinds.has(shape.rule.kind));
  if (isSupported) return [];
  const message = `"${name}" cannot be mirrored in a header: it is not text, a whole number or a boolean.`;
  const hint = 'Remove mcpHeader from it.';
  return [compileDiagnostic('ARGUMENT_HEADER_TYPE', message, { hint, place, tool })];
}

/** Examples must be valid in all profiles, without coercion of null. */
const exampleSettings: CoercionSettings = { nullAsAbsent: false, jsonIsText: false };

function checkExamples(argument: Argument, { params, tool }: CheckContext): readonly Diagnostic[] {
  return argument.examples.flatMap((example) => {
    const problem = findProblem(example, argument, exampleSettings);
    if (problem === undefined) return [];
    const message = `An example of "${argument.name}" is invalid and is left out: ${problem}`;
    const place = params.get(argument.variable)?.placeOf('examples');
    return [compileDiagnostic('ARGUMENT_EXAMPLE_INVALID', message, { place, tool })];
  });
}

/** Removes the examples that a call would reject; they mislead models. */
export function withValidExamples(argument: Argument, settings: CoercionSettings): Argument {
  const { examples } = argument;
  const valid = examples.filter(
    (example) => findProblem(example, argument, settings) === undefined,
  );
  return valid.length === examples.length ? argument : { ...argument, examples: valid };
}

function findProblem(
  example: unknown,
  argument: Argument,
  settings: CoercionSettings,
): string | undefined {
  const coercion: Coercion = { settings, path: [], problems: [] };
  coerceValue(example, argument, coercion);
  return coercion.problems[0]?.message;
}

/** Reports the optional input fields whose omission JavaScript clients do not notice. */
type CheckFieldNames = (
  args: readonly Argument[],
  context: DiagnosticContext,
) => readonly Diagnostic[];

/** Creates the check; it only visits types if the schema has such fields. */
export function createFieldNameCheck(schema: GraphQLSchema): CheckFieldNames {
  const hasInheritedNames = Object.values(schema.getTypeMap()).some(
    (type) =>
      isInputObjectType(type) &&
      Object.keys(type.getFields()).some((name) => inheritedNames.has(name)),
  );
  if (!hasInheritedNames) return () => [];
  return (args, context) =>
    [...reachableShapes(args.map(({ shape }) => shape))].flatMap((shape) => {
      if (shape.kind !== 'object') return [];
      return [...shape.fields.values()]
        .filter(({ name, optional }) => optional && inheritedNames.has(name))
        .map(({ name }) => {
          const message = `The optional field "${name}" of ${shape.name} is named like a member of every JavaScript object: some clients reject calls that omit it.`;
          return compileDiagnostic('ARGUMENT_NAME_INHERITED', message, context);
        });
    });
}
