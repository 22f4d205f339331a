import { getOrCreate } from '../../core/memo.ts';
import { compareText } from '../../core/text.ts';

/**
 * What an operation asks for beyond plain fields. A field is plain if its response name is its own name,
 * and if it has no arguments, directives and type conditions; it follows from the output of the contract.
 *
 * | key                     | value                                                            |
 * | ----------------------- | ---------------------------------------------------------------- |
 * | `movie.reviews`         | the call behind a path of response names: `reviews(first: 2)`    |
 * | `node.title on Series`  | the call for objects of a type: `name`                           |
 * | `$first`                | the default of an argument: `10`                                 |
 * | `search`                | plain fields below it for objects of a type: `... on Movie { id }` |
 * | `@`                     | directives of the operation                                      |
 *
 * A path has a list of calls if several selections of it are merged. `$name` is an argument of the tool, and
 * `$__name` a bound variable. In strings, `$` is escaped.
 */
export type OperationCalls = Readonly<Record<string, string | readonly string[]>>;

/** Calls by path; a path has several if selections of it are merged. */
export type Calls = Map<string, ReadonlySet<string>>;

export function addCalls(calls: Calls, path: string, texts: Iterable<string>): void {
  calls.set(path, new Set([...(calls.get(path) ?? []), ...texts]));
}

/**
 * Writes the plain fields below type conditions as one entry of the field above: `... on Movie { id name }`,
 * or `... { id name }` below a field that has a condition itself.
 */
export function groupPlain(calls: Calls): Calls {
  const grouped: Calls = new Map();
  const groups = new Map<string, Map<string, string[]>>();
  for (const [path, texts] of calls) {
    const [, above = '', name = '', types = ''] =
      /^(?:(.*)\.)?(\w+)((?: on \w+)*)$/.exec(path) ?? [];
    if (texts.size > 1 || !texts.has(name)) {
      addCalls(grouped, path, texts);
      continue;
    }
    const byTypes = getOrCreate(groups, above, () => new Map<string, string[]>());
    getOrCreate(byTypes, types, () => []).push(name);
  }
  for (const [above, byTypes] of groups) {
    for (const [types, names] of byTypes) {
      addCalls(grouped, above, [`...${types} { ${names.sort(compareText).join(' ')} }`]);
    }
  }
  return grouped;
}

/** Undoes the grouping of plain fields, so that each path has its calls. */
export function ungroupPlain(calls: OperationCalls): ReadonlyMap<string, readonly string[]> {
  const ungrouped: Calls = new Map();
  for (const [path, written] of Object.entries(calls)) {
    for (const text of typeof written === 'string' ? [written] : written) {
      const [, types, names] = /^\.\.\.((?: on \w+)*) \{ (.*) \}$/.exec(text) ?? [];
      if (types === undefined || names === undefined) addCalls(ungrouped, path, [text]);
      const above = path === '' ? '' : `${path}.`;
      for (const name of names?.split(' ') ?? [])
        addCalls(ungrouped, `${above}${name}${types}`, [name]);
    }
  }
  return new Map([...ungrouped].map(([path, texts]) => [path, [...texts]]));
}
