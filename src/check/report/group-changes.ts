import { groupBy } from '../../core/memo.ts';
import type { Cause, Change } from '../diff/change.ts';

/** The same change in many tools, reported once. */
export interface ChangeGroup {
  /** The first change, as an example. */
  readonly example: Change;
  /** The message without the parts that differ between the tools. */
  readonly message: string;
  /** The names of the tools, each once. */
  readonly tools: readonly string[];
  readonly changes: readonly Change[];
}

/** Grouped changes, and the rest; both in their original order. */
export interface GroupedChanges {
  readonly groups: readonly ChangeGroup[];
  readonly others: readonly Change[];
}

/** The least number of tools of a group. */
const minTools = 4;

/**
 * Groups the changes that are the same in many tools, as a changed type of the API causes them.
 * Changes are equal if their code, message and causes are, paths reduced to their last step.
 */
export function groupChanges(changes: readonly Change[]): GroupedChanges {
  const byKey = groupBy(changes, (change) => {
    const { code, severity, causes } = change;
    return JSON.stringify([severity, code, commonMessage(change), causes.map(keyOfCause)]);
  });
  const groups = [...byKey.values()].flatMap((same) => groupOf(same) ?? []);
  const grouped = new Set(groups.flatMap((group) => group.changes));
  return { groups, others: changes.filter((change) => !grouped.has(change)) };
}

function groupOf(changes: readonly [Change, ...Change[]]): ChangeGroup | undefined {
  const [example] = changes;
  const tools = [...new Set(changes.map(({ tool }) => tool))];
  if (tools.length < minTools) return undefined;
  const isAtOnePath = changes.every(({ message }) => message === example.message);
  const message = isAtOnePath ? example.message : commonMessage(example);
  return { example, message, tools, changes };
}

/** Returns the message without a new name, and with the last step of the path only. */
function commonMessage({ message, nowCalled, path = '' }: Change): string {
  const last = path.split('.').at(-1) ?? '';
  const short = last === path ? path : `….${last}`;
  const withoutName = message.replace(` to "${nowCalled}"`, '');
  return path === '' ? withoutName : withoutName.replace(`"${path}"`, `"${short}"`);
}

function keyOfCause({ kind, message }: Cause): string {
  return kind === 'operation' ? kind : message;
}
