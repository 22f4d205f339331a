import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { ownMember } from '../../core/json.ts';
import { coordinateOf } from './coordinates.ts';
import type { LockedTool, LockFile } from './lock-format.ts';
import type { StoredFields, UsedSchema } from './surface.ts';
import { namedType } from './type-text.ts';

/**
 * Finds a reference in a lock file that leads nowhere, as a merge may leave one. The result goes on after
 * "Invalid lock file: ".
 */
export function lockFault(
  tools: LockFile['tools'],
  schemas: ReadonlyMap<string, UsedSchema>,
): string | undefined {
  const checks = new Map<string, FieldCheck>();
  for (const [upstream, used] of schemas) {
    const check = createFieldCheck(used);
    checks.set(upstream, check);
    const fault = firstFault(Object.keys(used.selections), check.selection);
    if (fault !== undefined) return `/schemas/${upstream} ${fault}`;
  }
  for (const [name, tool] of Object.entries(tools)) {
    const { upstream = onlyUpstream } = tool;
    const check = checks.get(upstream);
    if (!check) return `/tools/${name} refers to the upstream "${upstream}", which has no schema`;
    const fault = toolFault(tool, check);
    if (fault !== undefined) return `/tools/${name} ${fault}`;
  }
  return undefined;
}

/** Each function returns what is wrong with its argument. */
interface FieldCheck {
  readonly fields: (fields: StoredFields) => string | undefined;
  readonly selection: (name: string) => string | undefined;
  readonly type: (name: string) => string | undefined;
}

function createFieldCheck({ coordinates, leafTypes, selections }: UsedSchema): FieldCheck {
  const known = new Set(coordinates.map(coordinateOf));
  const types = new Set(Object.keys(leafTypes));
  for (const coordinate of known) types.add(coordinate.split('.', 1)[0] ?? '');
  const pending = new Set<string>();
  const sound = new Set<string>();
  return { fields, selection, type };

  function selection(name: string): string | undefined {
    if (sound.has(name)) return undefined;
    const selected = Object.hasOwn(selections, name) ? selections[name] : undefined;
    if (!selected) return `refers to the selection "${name}", which the file does not have`;
    if (pending.has(name)) return `has the selection "${name}" within itself`;
    pending.add(name);
    const fault = fields(selected);
    pending.delete(name);
    sound.add(name);
    return fault;
  }

  function fields(stored: StoredFields): string | undefined {
    if ('$schema' in stored) return undefined;
    return firstFault(Object.entries(stored), ([name, field]) => {
      if (name === '$selection' && typeof field === 'string') return selection(field);
      if (Array.isArray(field)) return firstFault(field as readonly StoredFields[], fields);
      return typeof field === 'string' ? coordinate(field) : fields(field as StoredFields);
    });
  }

  function coordinate(stored: string): string | undefined {
    const missing = stored.split(' | ').find((one) => one.includes('.') && !known.has(one));
    return missing && `refers to ${missing}, which is not among the coordinates`;
  }

  function type(text: string): string | undefined {
    const name = namedType(text);
    return types.has(name) ? undefined : `refers to the type ${name}, which the file does not have`;
  }
}

function toolFault({ input, output = {} }: LockedTool, check: FieldCheck): string | undefined {
  return (
    firstFault(Object.values(input), (argument) => {
      const type = typeof argument === 'string' ? argument : ownMember(argument, '$type');
      return typeof type === 'string' ? check.type(type) : undefined;
    }) ?? check.fields(output)
  );
}

function firstFault<Part>(
  parts: readonly Part[],
  faultOf: (part: Part) => string | undefined,
): string | undefined {
  for (const part of parts) {
    const fault = faultOf(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
