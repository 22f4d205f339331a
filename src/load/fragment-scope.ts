import { Kind, print, type DefinitionNode, type FragmentDefinitionNode } from 'graphql';
import type { ParsedFile } from './document-reader.ts';
import type { ImportGraph } from './resolve-imports.ts';

/** The fragments that the operations of a file see. */
export interface FragmentScope {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Names that mean different fragments at one distance: they cannot be spread. */
  readonly ambiguous: ReadonlyMap<string, readonly FragmentDefinitionNode[]>;
}

/** The fragments of all files that globs match: what a file sees beyond its own and its imports. */
export function sharedScope(files: readonly ParsedFile[]): FragmentScope {
  return scopeOfLevels([files], emptyScope);
}

/** The fragments of a text that is no file, and those beyond it. */
export function scopeOfText(
  definitions: readonly DefinitionNode[],
  beyond: FragmentScope = emptyScope,
): FragmentScope {
  return scopeOfLevels([[{ definitions }]], beyond);
}

/**
 * The fragments that a file sees, the nearest winning: its own, those of the files it imports, those
 * of the files they import and so on, and the shared ones.
 *
 * Most files see the shared fragments and nothing else; they all get the same scope.
 */
export function scopeOf(
  file: ParsedFile,
  { importsOf }: ImportGraph,
  shared: FragmentScope,
): FragmentScope {
  const levels = [[file]];
  const seen = new Set([file]);
  for (const level of levels) {
    const next = level
      .flatMap((importer) => importsOf.get(importer.file.path) ?? [])
      .filter((imported) => !seen.has(imported));
    for (const imported of next) seen.add(imported);
    if (next.length > 0) levels.push([...new Set(next)]);
  }
  return scopeOfLevels(levels, shared);
}

/** What a scope is made of. */
type Text = Pick<ParsedFile, 'definitions'>;

const emptyScope: FragmentScope = { fragments: new Map(), ambiguous: new Map() };

function scopeOfLevels(levels: readonly (readonly Text[])[], beyond: FragmentScope): FragmentScope {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const ambiguous = new Map<string, readonly FragmentDefinitionNode[]>();
  for (const level of levels) {
    for (const [name, found] of different(level)) {
      if (fragments.has(name) || ambiguous.has(name)) continue;
      if (found.length > 1) ambiguous.set(name, found);
      else if (found[0]) fragments.set(name, found[0]);
    }
  }
  return within(beyond, fragments, ambiguous);
}

/** The definitions of one level by name; those that say the same count once. */
function different(files: readonly Text[]) {
  const byName = new Map<string, FragmentDefinitionNode[]>();
  for (const definition of files.flatMap(({ definitions }) => definitions)) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const known = byName.get(definition.name.value) ?? [];
    byName.set(definition.name.value, known);
    if (!known.some((other) => saysTheSame(other, definition))) known.push(definition);
  }
  return byName;
}

function saysTheSame(a: FragmentDefinitionNode, b: FragmentDefinitionNode): boolean {
  return a === b || print(a) === print(b);
}

/** Puts near fragments before those beyond; gives those beyond as they are when nothing differs. */
function within(
  beyond: FragmentScope,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ambiguous: ReadonlyMap<string, readonly FragmentDefinitionNode[]>,
): FragmentScope {
  const news = [...fragments].some(([name, node]) => beyond.fragments.get(name) !== node);
  if (!news && ambiguous.size === 0) return beyond;
  const seen = new Map([...beyond.fragments, ...fragments]);
  for (const name of ambiguous.keys()) seen.delete(name);
  const unclear = new Map([...beyond.ambiguous, ...ambiguous]);
  for (const name of fragments.keys()) unclear.delete(name);
  return { fragments: seen, ambiguous: unclear };
}
