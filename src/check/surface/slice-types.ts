import type { SchemaSlice } from './print-slice.ts';

/** The lines of each definition of a slice, by the name of the type. */
export type SliceTypes = ReadonlyMap<string, SchemaSlice>;

/** Takes a slice apart; what the root types are called stands under no name. */
export function typesOf(slice: SchemaSlice): SliceTypes {
  const found = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of slice) {
    if (!line.startsWith(' ') && line !== '}') {
      lines = [];
      found.set(/^\w+ (\w+)/.exec(line)?.[1] ?? '', lines);
    }
    lines.push(line);
  }
  return found;
}

/** The names of the types that are not written alike in both. */
export function differingNames(one: SliceTypes, other: SliceTypes): ReadonlySet<string> {
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return new Set(names.filter((name) => textOf(one.get(name)) !== textOf(other.get(name))));
}

function textOf(lines: SchemaSlice | undefined): string | undefined {
  return lines?.join('\n');
}

/**
 * A slice with the given types as they stand in the first of the sources; of all others, that they
 * are there: their members are the same, and reading them takes longer than finding what differs.
 */
export function cutSlice(names: ReadonlySet<string>, sources: readonly SliceTypes[]): SchemaSlice {
  const [own] = sources;
  const kept = [...names].flatMap((name) => own?.get(name) ?? []);
  // a default can be told from another only by the type's members
  const needsMembers = kept.some((line) => line.includes(' = '));
  const others = new Map(sources.flatMap((source) => [...source]));
  const stubs = [...others]
    .filter(([name]) => !names.has(name))
    .flatMap(([, lines]) => (needsMembers ? lines : stubOf(lines)));
  return [...kept, ...stubs];
}

function stubOf(lines: SchemaSlice): SchemaSlice {
  const [first = ''] = lines;
  return /^(type|interface|input|enum) /.test(first) ? [first.split(' ', 2).join(' ')] : lines;
}
