import type { FoundChange } from './change.ts';
import type { ChangeCode } from './severity.ts';
import { diffMeaning, diffRootFields, type ComparedSchemas } from './diff-meaning.ts';
import type { ToolInternals } from '../surface/surface.ts';

/** Returns what changed of the properties that clients do not see. */
export function diffInternals(
  old: ToolInternals,
  next: ToolInternals,
  compared: ComparedSchemas,
): readonly FoundChange[] {
  const { hidden, partialResults, bound, upstream } = next;
  return [
    ...(old.kind === next.kind ? diffRootFields(old, next) : [kindChanged(old, next)]),
    ...diffOperation(old, next, compared),
    ...when(hidden && !old.hidden, 'TOOL_HIDDEN', 'The tool is no longer in the list of tools.'),
    ...when(old.hidden && !hidden, 'TOOL_SHOWN', 'The tool is in the list of tools now.'),
    ...diffScopes(old.scopes, next.scopes),
    ...when(
      old.partialResults !== partialResults,
      'PARTIAL_RESULTS_CHANGED',
      `partialResults was ${old.partialResults}, and is ${partialResults} now.`,
    ),
    ...when(
      old.bound.join('\n') !== bound.join('\n'),
      'BINDING_CHANGED',
      'Bound variables take their values from other sources.',
      { before: old.bound.join('; '), after: bound.join('; ') },
    ),
    ...when(
      old.upstream !== upstream,
      'UPSTREAM_CHANGED',
      `The upstream was ${old.upstream}, and is ${upstream} now.`,
    ),
  ];
}

function when(
  isChanged: boolean,
  code: ChangeCode,
  message: string,
  values: Pick<FoundChange, 'before' | 'after'> = {},
): readonly FoundChange[] {
  return isChanged ? [{ code, message, ...values }] : [];
}

function kindChanged(old: ToolInternals, next: ToolInternals): FoundChange {
  const message = `The operation was a ${old.kind}, and is a ${next.kind} now.`;
  return { code: 'KIND_CHANGED', message, before: old.kind, after: next.kind };
}

function diffOperation(
  old: ToolInternals,
  next: ToolInternals,
  compared: ComparedSchemas,
): readonly FoundChange[] {
  if (old.operation === next.operation) return diffMeaning(old, next, compared);
  const names = { before: old.operation, after: next.operation };
  if (old.operationHash === next.operationHash) {
    const message = `The operation ${old.operation} is called ${next.operation} now.`;
    return [{ code: 'OPERATION_RENAMED', message, ...names }];
  }
  const message = `The name belonged to operation ${old.operation}, and belongs to ${next.operation} now.`;
  return [{ code: 'TOOL_REPLACED', message, ...names }];
}

function diffScopes(old: readonly string[], next: readonly string[]): readonly FoundChange[] {
  const added = next.filter((scope) => !old.includes(scope)).join(', ');
  const removed = old.filter((scope) => !next.includes(scope)).join(', ');
  const values = { before: old.join(' '), after: next.join(' ') };
  return [
    ...when(added !== '', 'SCOPES_ADDED', `Callers need ${added} too.`, values),
    ...when(removed !== '', 'SCOPES_REMOVED', `Callers no longer need ${removed}.`, values),
  ];
}
