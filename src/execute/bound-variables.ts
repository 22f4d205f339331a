import type { GraphQLRequest } from '../core/call.ts';
import type { CallContext } from '../core/caller.ts';
import type { BoundVariable } from '../core/tool.ts';
import { failure, type Failure } from './failures.ts';

/** Environment variables by name, handed in from where the process is started. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** The variables of a call with bound ones filled in, or why it is refused. */
export type BoundVariables =
  { readonly kind: 'variables'; readonly variables: Readonly<Record<string, unknown>> } | Failure;

/**
 * Fills in the variables that an agent never sees.
 *
 * | from     | is read from                  | missing though required |
 * | -------- | ----------------------------- | ----------------------- |
 * | `claim`  | the caller's token            | `UNAUTHORIZED` without a known caller, else `FORBIDDEN` |
 * | `header` | the caller's request          | `UNAUTHORIZED`          |
 * | `env`    | the gateway's own environment | `INTERNAL_ERROR`        |
 *
 * A bound value always wins. An agent that sends one under the variable's name is refused before, for
 * there is no such argument; what reaches this place under that name all the same is left out.
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
    const found = findValue(variable, context, environment);
    if (found === undefined && variable.required) return refuse(variable, context);
    if (found === undefined) continue;
    const value = convert(found, variable.type);
    if (value === undefined) return refuseValue(variable);
    values.set(variable.variable, value);
  }
  return { kind: 'variables', variables: Object.fromEntries(values) };
}

function findValue(
  { from, name }: BoundVariable,
  { caller, headers }: CallContext,
  environment: Environment,
): unknown {
  switch (from) {
    case 'claim':
      return caller.claims.get(name) ?? undefined;
    case 'header':
      return headers.get(name) ?? undefined;
    case 'env':
      return environment.get(name);
  }
}

/** Turns what was found into the variable's JSON value; undefined when it does not fit. */
function convert(found: unknown, type: BoundVariable['type']): unknown {
  switch (type) {
    case 'string':
      return isPrintable(found) ? String(found) : undefined;
    case 'integer':
      return toNumber(found, Number.isSafeInteger);
    case 'number':
      return toNumber(found, Number.isFinite);
    case 'boolean':
      return booleans.get(found);
    case 'json':
      return typeof found === 'string' ? parseOrKeep(found) : found;
  }
}

const booleans = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
]);

function isPrintable(found: unknown): found is string | number | boolean {
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean';
}

function toNumber(found: unknown, fits: (value: number) => boolean): number | undefined {
  if (typeof found === 'number') return fits(found) ? found : undefined;
  if (typeof found !== 'string' || found.trim() === '') return undefined;
  const value = Number(found);
  return fits(value) ? value : undefined;
}

/** Claims and headers often hold bare text where the scalar takes any JSON. */
function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function refuse({ from, name, variable }: BoundVariable, { caller }: CallContext): Failure {
  if (from === 'env') {
    return failure('INTERNAL_ERROR', `The gateway has no value for $${variable}.`, {
      advice: 'Do not retry. Tell the user that the gateway needs to be configured for this tool.',
    });
  }
  if (from === 'header') {
    return failure(
      'UNAUTHORIZED',
      `The tool needs header "${name}", which the client did not send.`,
      {
        advice: `Do not retry. Ask the user to set header "${name}" where the client is configured.`,
      },
    );
  }
  if (caller.subject === undefined) {
    return failure('UNAUTHORIZED', 'The tool needs to know who calls, and no caller is signed in.');
  }
  return failure('FORBIDDEN', `The caller's sign-in lacks "${name}", which the tool needs.`);
}

function refuseValue({ from, name, type }: BoundVariable): Failure {
  const source =
    from === 'env' ? 'A value of the gateway’s configuration' : `The ${from} "${name}"`;
  return failure(
    from === 'env' ? 'INTERNAL_ERROR' : 'FORBIDDEN',
    `${source} is not of type ${type}.`,
    {
      advice: 'Do not retry. Tell the user that the value needs to be corrected.',
    },
  );
}
