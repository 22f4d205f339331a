import { isJsonObject } from '../../core/json.ts';
import type { PreparedArguments, Tool } from '../../core/tool.ts';
import { formatValue } from '../model/format-value.ts';
import type { Argument } from './arguments.ts';
import { asSent, coerceMembers } from './coerce-value.ts';
import { parseAs } from './parse-text.ts';
import type { Reading, ReadingSettings } from './reading.ts';

/**
 * Makes what turns a call's arguments into variables.
 *
 * Arguments are read leniently where models are known to err (`coerceValue`), and everything is
 * checked that the schema says, also where it says it in words for want of room; then they are named
 * as the operation names them. No arguments at all are none.
 */
export function createPrepareArguments(
  given: readonly Argument[],
  settings: ReadingSettings,
): Tool['prepareArguments'] {
  const shapes = {
    fields: new Map(given.map((argument) => [argument.name, argument])),
    required: given.flatMap(({ name, optional }) => (optional ? [] : name)),
    renames: given.some(({ name, sentAs }) => name !== sentAs),
  };
  return function prepareArguments(args): PreparedArguments {
    const members = args === undefined || args === null ? {} : parseAs(args, '{');
    if (!isJsonObject(members)) {
      const message = `Expected an object of arguments, received ${formatValue(args)}.`;
      return { ok: false, problems: [{ path: [], message }] };
    }
    // settings spread into it would take a small call from 0.1 to 3 µs
    const reading: Reading = { settings, path: [], problems: [] };
    const values = coerceMembers(members, shapes, reading);
    if (reading.problems.length > 0) return { ok: false, problems: reading.problems };
    return { ok: true, variables: asSent(values, shapes) };
  };
}
