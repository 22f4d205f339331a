import { groupBy } from '../../core/memo.ts';
import type { Cause, Change } from '../diff/change.ts';
import { messageOf } from './wording.ts';

/** A change of one tool, or the same change in many tools. */
export interface ReportEntry {
  /** The names of the tools, each once. */
  readonly tools: readonly string[];
  /** The message; of many tools, without the parts that differ between them. */
  readonly message: string;
  /** The first change. */
  readonly example: Change;
  /** The number of changes. */
  readonly count: number;
}

/** The least number of tools whose changes are one entry. */
const minTools = 4;

/**
 * Returns the entries of a report: first the changes that are the same in many tools, as a changed type of the
 * API causes them, then all others. Changes are the same if their code, message and causes are, paths
 * reduced to their last step.
 */
export function entriesOf(changes: readonly Change[]): readonly ReportEntry[] {
  const groups = groupBy(changes, (change) => {
    const { code, severity, causes } = change;
    return JSON.stringify([severity, code, commonMessage(change), causes.map(keyOfCause)]);
  });
  const shared = [...groups.values()].filter((group) => toolsOf(group).length >= minTools);
  const grouped = new Set(shared.flat());
  const others = changes.filter((change) => !grouped.has(change));
  return [...shared.map(entryOfGroup), ...others.map(entryOfChange)];
}

function entryOfGroup(changes: readonly [Change, ...Change[]]): ReportEntry {
  const [example] = changes;
  const isAtOnePath = changes.every(({ message }) => message === example.message);
  const message = isAtOnePath ? example.message : commonMessage(example);
  return { tools: toolsOf(changes), message, example, count: changes.length };
}

function entryOfChange(change: Change): ReportEntry {
  return { tools: [change.tool], message: messageOf(change), example: change, count: 1 };
}

function toolsOf(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ tool }) => tool))];
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
