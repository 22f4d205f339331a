import { type JsonSchema, resolveReference } from '../../core/json-schema.ts';
import { ownMember, stableJson } from '../../core/json.ts';
import { groupBy } from '../../core/memo.ts';
import type { FoundChange, SchemaPosition } from './change.ts';
import { eachItem, formatInstancePath, type InstancePath } from '../schema/problem.ts';
import { restrictions } from '../schema/read-schema.ts';
import type { ChangeCode } from './severity.ts';

/**
 * Returns what changed in the annotations of places that both schemas have: descriptions, defaults,
 * examples, deprecations, headers. They refuse no value.
 */
export function diffTexts(
  old: JsonSchema,
  next: JsonSchema,
  position: SchemaPosition,
): readonly FoundChange[] {
  const walk: Walk = { old, next, position, seen: new Set(), found: [], open: [] };
  walk.open.push({ old, next, path: [] });
  // a list instead of recursion, because thousands of definitions may refer to each other in a row
  for (let pair = walk.open.pop(); pair !== undefined; pair = walk.open.pop()) {
    const from = walk.open.length;
    compareNodes(walk, pair);
    walk.open.push(...walk.open.splice(from).reverse());
  }
  return uniteTexts(walk.found);
}

/** Merges equal changes of several places into one, at the first of the shortest paths. */
function uniteTexts(found: readonly FoundChange[]): readonly FoundChange[] {
  const groups = groupBy(found, ({ code, before = '', after = '', path }) =>
    JSON.stringify([code, before, after, before === '' && after === '' ? path : '']),
  );
  const lengthOf = ({ path = '' }: FoundChange) => path.split('.').length;
  return [...groups.values()].map((group) => {
    const shortest = group.reduce((best, next) => (lengthOf(next) < lengthOf(best) ? next : best));
    return group.length === 1 ? shortest : { ...shortest, places: group.length };
  });
}

interface Walk {
  readonly old: JsonSchema;
  readonly next: JsonSchema;
  readonly position: SchemaPosition;
  /** Pairs of references that were followed: a schema may refer to itself. */
  readonly seen: Set<string>;
  readonly found: FoundChange[];
  /** Pairs still to compare, the next one last. */
  readonly open: Pair[];
}

/** Two schemas at the same place. */
interface Pair {
  readonly old: JsonSchema;
  readonly next: JsonSchema;
  readonly path: InstancePath;
}

function compareNodes(walk: Walk, { old, next, path }: Pair): void {
  for (const keyword of keywords) {
    const [before, after] = [ownMember(old, keyword), ownMember(next, keyword)];
    if (stableJson(before ?? null) === stableJson(after ?? null)) continue;
    walk.found.push(changeOfKeyword(walk.position, keyword, path, before, after));
  }
  if (old.$ref !== undefined && next.$ref !== undefined) {
    followReferences(walk, old.$ref, next.$ref, path);
  }
  compareMembers(walk, old, next, path);
  if (old.items && next.items) {
    walk.open.push({ old: old.items, next: next.items, path: [...path, eachItem] });
  }
  const [ours = [], theirs = []] = [old.anyOf ?? old.oneOf, next.anyOf ?? next.oneOf];
  if (ours.length !== theirs.length) return;
  for (const [index, branch] of ours.entries()) {
    walk.open.push({ old: branch, next: theirs[index] ?? {}, path });
  }
}

function followReferences(walk: Walk, old: string, next: string, path: InstancePath): void {
  const pair = `${old} ${next}`;
  if (walk.seen.has(pair)) return;
  walk.seen.add(pair);
  const [ours, theirs] = [resolveReference(walk.old, old), resolveReference(walk.next, next)];
  if (ours && theirs) walk.open.push({ old: ours, next: theirs, path });
}

function compareMembers(walk: Walk, old: JsonSchema, next: JsonSchema, path: InstancePath): void {
  for (const [name, member] of Object.entries(old.properties ?? {})) {
    const other = ownMember(next.properties ?? {}, name) as JsonSchema | undefined;
    if (other) walk.open.push({ old: member, next: other, path: [...path, name] });
    else if (walk.position === 'output' && next.properties && restrictions(member).length === 0) {
      walk.found.push(undeclared([...path, name]));
    }
  }
}

/** The comparison of values does not see this: any value is allowed there, before and after. */
function undeclared(path: InstancePath): FoundChange {
  const at = formatInstancePath(path);
  const message = `Result "${at}", of any value, was removed.`;
  return { code: 'OUTPUT_UNDECLARED', position: 'output', path: at, message };
}

const keywords = ['description', 'default', 'deprecated', 'examples', 'x-mcp-header'] as const;
type Keyword = (typeof keywords)[number];

const codes: Readonly<Record<Keyword, Readonly<Record<SchemaPosition, ChangeCode>>>> = {
  description: { input: 'INPUT_TEXT_CHANGED', output: 'OUTPUT_TEXT_CHANGED' },
  default: { input: 'DEFAULT_CHANGED', output: 'OUTPUT_TEXT_CHANGED' },
  deprecated: { input: 'DEPRECATION_CHANGED', output: 'DEPRECATION_CHANGED' },
  examples: { input: 'EXAMPLES_CHANGED', output: 'OUTPUT_VALUES_CHANGED' },
  'x-mcp-header': { input: 'HEADER_CHANGED', output: 'OUTPUT_TEXT_CHANGED' },
};

const names: Readonly<Record<Keyword, string>> = {
  description: 'description',
  default: 'default',
  deprecated: 'deprecation',
  examples: 'examples',
  'x-mcp-header': 'header',
};

function changeOfKeyword(
  position: SchemaPosition,
  keyword: Keyword,
  path: InstancePath,
  before: unknown,
  after: unknown,
): FoundChange {
  const at = formatInstancePath(path);
  const isListing = position === 'output' && listsOthers(keyword, before, after);
  const subject = position === 'input' ? 'argument' : 'result';
  return {
    code: isListing ? 'OUTPUT_VALUES_CHANGED' : codes[keyword][position],
    position,
    path: at,
    message: `The ${isListing ? 'listed values' : names[keyword]} of ${subject} "${at}" changed.`,
    ...(before !== undefined && { before: textOf(before) }),
    ...(after !== undefined && { after: textOf(after) }),
  };
}

/**
 * Whether the values that a result may have are listed differently: in `examples` of a contract, and in the
 * description of a published schema, which says nothing else. The order does not count.
 */
function listsOthers(keyword: Keyword, before: unknown, after: unknown): boolean {
  if (keyword !== 'description' && keyword !== 'examples') return false;
  return wordsIn(before) !== wordsIn(after);
}

function wordsIn(listed: unknown): string {
  const text = typeof listed === 'string' ? listed : stableJson(listed ?? '');
  return text.split(/\W+/).sort().join(' ');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? value.join(', ') : stableJson(value);
}
