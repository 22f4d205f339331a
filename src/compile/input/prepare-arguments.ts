import { isJsonObject } from '../../core/json.ts';
import type { PreparedArguments } from '../../core/tool.ts';
import type { Validator } from '../validators.ts';
import type { Argument } from './arguments.ts';
import { coerceMembers, type CoerceSettings } from './coerce-value.ts';
import { maxValueNesting, nestsBeyond } from './nests-beyond.ts';
import { Problems, shown } from './value-problems.ts';

/**
 * Makes what turns a call's arguments into variables.
 *
 * Arguments are read leniently where models are known to err (`coerceValue`), then checked against
 * the schema, then named as the operation names them. No arguments at all are none.
 *
 * @param check the advertised schema with the leniencies applied; it knows the bounds and patterns
 *   that types do not.
 */
export function createPrepareArguments(
  given: readonly Argument[],
  check: Validator,
  settings: CoerceSettings,
): (args: unknown) => PreparedArguments {
  const byName = new Map(given.map((argument) => [argument.name, argument]));
  const renamed = given.some(({ name, variable }) => name !== variable);
  return function prepareArguments(args) {
    const members = args === undefined || args === null ? {} : args;
    if (nestsBeyond(members, maxValueNesting)) {
      return refused(`Objects and lists nest more than ${maxValueNesting} levels deep.`);
    }
    if (!isJsonObject(members)) {
      return refused(`Expected an object of arguments, received ${shown(args)}.`);
    }
    const problems = new Problems();
    const entries = coerceMembers(members, byName, [], problems, settings);
    if (problems.found.length > 0) return { ok: false, problems: problems.found };
    const values = Object.fromEntries(entries);
    const contradictions = check(values);
    if (contradictions.length > 0) return { ok: false, problems: contradictions };
    if (!renamed) return { ok: true, variables: values };
    const variables = entries.map(([name, value]) => [byName.get(name)?.variable ?? name, value]);
    return { ok: true, variables: Object.fromEntries(variables) as Record<string, unknown> };
  };
}

function refused(message: string): PreparedArguments {
  return { ok: false, problems: [{ path: [], message }] };
}
