import type { GraphQLRequest, CallContext } from '../../core/call.ts';
import { replaceLoneSurrogates } from '../../core/json.ts';
import type { BoundVariable } from '../../core/tool.ts';
import type { Environment } from '../../http/proxy.ts';
import { failure, type Failure } from '../model/failures.ts';
import { findValue, isPrintable, missingValue, unusableValue } from './caller-value.ts';

/** Writes a call's variables as JSON. */
export function writeVariables(variables: Readonly<Record<string, unknown>>): string {
  return replaceLoneSurrogates(JSON.stringify(variables));
}

/** The variables of a call including bound ones, or why it is refused. */
export type BoundVariables =
  { readonly kind: 'variables'; readonly variables: Readonly<Record<string, unknown>> } | Failure;

/**
 * Adds the bound variables, which agents do not see.
 *
 * | from     | source                        | required and missing |
 * | -------- | ----------------------------- | ----------------------- |
 * | `claim`  | the caller's token            | `UNAUTHORIZED` for an anonymous caller, otherwise `FORBIDDEN` |
 * | `header` | the caller's request          | `UNAUTHORIZED`          |
 * | `env`    | the gateway's own environment | `INTERNAL_ERROR`        |
 *
 * A header that carries the credentials of an authenticated caller counts as missing.
 *
 * A bound value always wins: a value under the variable's name in `variables` is dropped.
 */
export function bindVariables(
  { tool, variables }: GraphQLRequest,
  context: CallContext,
  environment: Environment,
): BoundVariables {
  const { bound } = tool.operation;
  if (bound.length === 0) return { kind: 'variables', variables };
  const values = new Map(Object.entries(variables));
  for (const variable of bound) {
    values.delete(variable.variable);
    const { from, name } = variable;
    const source = from === 'env' ? environment.get(name) : findValue({ from, name }, context);
    if (source === undefined && variable.required) return missingFailure(variable, context);
    if (source === undefined) continue;
    const value = convert(source, variable.type);
    if (value === undefined) return typeFailure(variable);
    values.set(variable.variable, value);
  }
  return { kind: 'variables', variables: Object.fromEntries(values) };
}

/** Converts a source value to the variable's JSON value; undefined if it has the wrong type. */
function convert(source: unknown, type: BoundVariable['type']): unknown {
  switch (type) {
    case 'string':
      return isPrintable(source) ? String(source) : undefined;
    case 'integer':
      return toNumber(source, Number.isSafeInteger);
    case 'number':
      return toNumber(source, Number.isFinite);
    case 'boolean':
      return booleans.get(source);
    case 'json':
      return typeof source === 'string' ? parseOrKeep(source) : source;
  }
}

const booleans = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
]);

function toNumber(source: unknown, isValid: (value: number) => boolean): number | undefined {
  if (typeof source === 'number') return isValid(source) ? source : undefined;
  if (typeof source !== 'string' || source.trim() === '') return undefined;
  const value = Number(source);
  return isValid(value) ? value : undefined;
}

/** Claims and headers often contain plain text for a scalar that accepts any JSON. */
function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function missingFailure({ from, name, variable }: BoundVariable, context: CallContext): Failure {
  if (from !== 'env') return missingValue({ from, name }, context);
  return failure('INTERNAL_ERROR', `The gateway has no value for $${variable}.`, {
    advice: 'Do not retry; tell the user that the gateway has to be configured for this tool.',
  });
}

function typeFailure({ from, name, type }: BoundVariable): Failure {
  if (from !== 'env') return unusableValue({ from, name }, `is not of type ${type}`);
  const message = `A value in the gateway’s configuration is not of type ${type}.`;
  return failure('INTERNAL_ERROR', message, {
    advice: 'Do not retry; tell the user that the value has to be corrected.',
  });
}
