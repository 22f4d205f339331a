import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { finding } from '../model/diagnostics.ts';
import type { ParamSettings } from '../model/settings.ts';
import type { Argument } from './arguments.ts';
import { coerceValue } from './coerce-value.ts';
import type { Reading, ReadingSettings } from './reading.ts';

/** What settings say of arguments, and where. */
export interface CheckContext {
  readonly params: ReadonlyMap<string, ParamSettings>;
  /** Where a variable is declared. */
  readonly declaredAt: (variable: string) => Place;
  readonly tool: string;
}

/** What every model API accepts as the name of a property. */
const legalName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Whether a name can stand in a schema: `__proto__` is lost by clients written in JavaScript. */
export function isLegalName(name: string): boolean {
  return legalName.test(name) && name !== '__proto__';
}

/** Header names, RFC 9110 section 5.1: a token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Scalars that a header can carry: text, whole numbers and booleans. */
const headerKinds = new Set(['string', 'id', 'digits', 'unknown', 'int', 'integer', 'boolean']);

/** Finds what clients or the protocol do not accept of the settings of arguments. */
export function checkArguments(
  given: readonly Argument[],
  context: CheckContext,
): readonly Diagnostic[] {
  return [
    ...given.flatMap((argument) => checkName(argument, given, context)),
    ...given.flatMap((argument) => checkHeader(argument, given, context)),
    ...given.flatMap((argument) => checkExamples(argument, context)),
  ];
}

function checkName(
  argument: Argument,
  given: readonly Argument[],
  { params, declaredAt, tool }: CheckContext,
): readonly Diagnostic[] {
  const { name, sentAs } = argument;
  const contextOf = () => ({
    place: params.get(sentAs)?.placeOf('name') ?? declaredAt(sentAs),
    tool,
  });
  if (name === '__proto__') {
    const message = 'The argument name "__proto__" is lost by clients written in JavaScript.';
    const hint = 'Give it another name with @mcpParam(name:).';
    return [finding('error', 'ARGUMENT_NAME_RESERVED', message, hint, contextOf())];
  }
  if (!isLegalName(name)) {
    const message = `The argument name "${name}" is not accepted by every client.`;
    const hint =
      'Name it with @mcpParam(name:): a letter or underscore, then letters, digits and underscores, at most 64 in all.';
    return [finding('error', 'ARGUMENT_NAME_INVALID', message, hint, contextOf())];
  }
  if (given.find((other) => other.name === name) === argument) return [];
  const message = `Two variables ask for the argument name "${name}".`;
  const hint = 'Give one another name with @mcpParam(name:).';
  return [finding('error', 'ARGUMENT_NAME_TAKEN', message, hint, contextOf())];
}

function checkHeader(
  argument: Argument,
  given: readonly Argument[],
  { params, declaredAt, tool }: CheckContext,
): readonly Diagnostic[] {
  const { name, sentAs, mcpHeader, shape } = argument;
  if (mcpHeader === undefined) return [];
  const context = {
    place: params.get(sentAs)?.placeOf('mcpHeader') ?? declaredAt(sentAs),
    tool,
  };
  const lower = mcpHeader.toLowerCase();
  const isTaken = given.find((other) => other.mcpHeader?.toLowerCase() === lower) !== argument;
  if (!token.test(mcpHeader) || isTaken) {
    const message = `"${mcpHeader}" cannot be the header of "${name}": it is no header name, or another argument has it.`;
    const hint = 'Use letters, digits and hyphens, and each name once.';
    return [finding('error', 'ARGUMENT_HEADER_INVALID', message, hint, context)];
  }
  const fits =
    shape.kind === 'enum' || (shape.kind === 'scalar' && headerKinds.has(shape.rule.kind));
  if (fits) return [];
  const message = `"${name}" cannot be mirrored in a header: it is no text, whole number or boolean.`;
  const hint = 'Remove mcpHeader from it.';
  return [finding('error', 'ARGUMENT_HEADER_TYPE', message, hint, context)];
}

/** Examples are values, and hold in every profile. */
const strict: ReadingSettings = { keywords: true, nullAsAbsent: false, jsonIsOpen: true };

/** The argument with those examples alone that a call would take: others mislead a model. */
export function withSoundExamples(argument: Argument, settings: ReadingSettings): Argument {
  const { examples } = argument;
  const sound = examples.filter((example) => problemOf(example, argument, settings) === undefined);
  return sound.length === examples.length ? argument : { ...argument, examples: sound };
}

function checkExamples(argument: Argument, { params, tool }: CheckContext): readonly Diagnostic[] {
  return argument.examples.flatMap((example) => {
    const problem = problemOf(example, argument, strict);
    if (problem === undefined) return [];
    const message = `An example of "${argument.name}" would be refused, and is left out: ${problem}`;
    const place = params.get(argument.sentAs)?.placeOf('examples');
    const hint = 'Correct the example, or remove it.';
    return [finding('warning', 'ARGUMENT_EXAMPLE_INVALID', message, hint, { place, tool })];
  });
}

function problemOf(
  example: unknown,
  argument: Argument,
  settings: ReadingSettings,
): string | undefined {
  const reading: Reading = { settings, path: [], problems: [] };
  coerceValue(example, argument, reading);
  return reading.problems[0]?.message;
}
