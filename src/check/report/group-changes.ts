import type { Cause, Change } from '../diff/change.ts';

/** The same change in many tools, told once. */
export interface ChangeGroup {
  /** The first of them, as an example. */
  readonly example: Change;
  /** What happened, in the words that fit them all. */
  readonly message: string;
  /** Names of the tools, each once. */
  readonly tools: readonly string[];
  readonly changes: readonly Change[];
}

/** What is told once, and what is told one by one; both in the order they were found. */
export interface GroupedChanges {
  readonly groups: readonly ChangeGroup[];
  readonly others: readonly Change[];
}

/** A change that fewer tools share is told of each. */
const minTools = 4;

/**
 * Puts together what is the same change in many tools: one type of the API makes it in all that answer
 * it. Paths count by their last step, causes by what they say; where operations were edited, each was
 * by itself.
 */
export function groupChanges(changes: readonly Change[]): GroupedChanges {
  const byKey = new Map<string, Change[]>();
  for (const change of changes) {
    const { code, severity, causes } = change;
    const key = JSON.stringify([severity, code, commonMessage(change), causes.map(keyOfCause)]);
    const same = byKey.get(key);
    if (same) same.push(change);
    else byKey.set(key, [change]);
  }
  const groups = [...byKey.values()].flatMap((same) => groupOf(same) ?? []);
  const told = new Set(groups.flatMap((group) => group.changes));
  return { groups, others: changes.filter((change) => !told.has(change)) };
}

function groupOf(changes: readonly Change[]): ChangeGroup | undefined {
  const [example] = changes;
  const tools = [...new Set(changes.map(({ tool }) => tool))];
  if (!example || tools.length < minTools) return undefined;
  const isAtOnePath = changes.every(({ message }) => message === example.message);
  const message = isAtOnePath ? example.message : commonMessage(example);
  return { example, message, tools, changes };
}

/** The message with the tool's own names left out, and with the last step of the path alone. */
function commonMessage({ message, tool, nowCalled, path = '' }: Change): string {
  const last = path.split('.').at(-1) ?? '';
  const short = last === path ? path : `….${last}`;
  const withoutPath = path === '' ? message : message.replace(`"${path}"`, `"${short}"`);
  return [tool, nowCalled ?? tool].reduce(
    (text, name) => text.replaceAll(`"${name}"`, '"…"'),
    withoutPath,
  );
}

function keyOfCause({ kind, message }: Cause): string {
  return kind === 'operation' ? kind : message;
}
