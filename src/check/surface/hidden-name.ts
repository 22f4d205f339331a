import { hasHiddenCharacters } from '../../core/text.ts';
import { isJsonObject } from '../../core/json.ts';
import type { LockFile } from './lock-file.ts';

/**
 * Finds a name in a lock file that no line of a report could show as it is: the log of a workflow
 * takes a line that begins with `::error::` for a command. Names are those of members, however deep,
 * and what tools say of operations, upstreams, scopes and variables. The path is a JSON pointer.
 */
export function hiddenNameIn({ gateway, tools, schemas }: LockFile): string | undefined {
  if (isHidden(gateway)) return '/gateway';
  for (const [name, entry] of Object.entries(tools)) {
    if (isHidden(name)) return `/tools/${name}`;
    for (const member of ['operation', 'operationHash', 'upstream', 'scopes', 'bound'] as const) {
      if ([entry[member] ?? []].flat().some(isHidden)) return `/tools/${name}/${member}`;
    }
  }
  return hiddenMember({ tools, schemas });
}

/** By a list of what is still to be looked at, for schemas may nest deep. */
function hiddenMember(lock: object): string | undefined {
  const open: (readonly [string, unknown])[] = [['', lock]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (!isJsonObject(value) && !Array.isArray(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (isHidden(name)) return `${path}/${name}`;
      if (typeof member === 'object') open.push([`${path}/${name}`, member]);
    }
  }
  return undefined;
}

function isHidden(name: string): boolean {
  return /[\n\t]/.test(name) || hasHiddenCharacters(name);
}
