import type { FoundChange } from './change.ts';
import { diffMeaning, diffRootFields, type ComparedSchemas } from './diff-meaning.ts';
import type { ToolInternals } from '../surface/surface.ts';

/** Returns what changed of the properties that clients do not see. */
export function diffInternals(
  old: ToolInternals,
  next: ToolInternals,
  compared: ComparedSchemas,
): readonly FoundChange[] {
  return [
    ...diffOperation(old, next, compared),
    ...diffVisibility(old, next),
    ...diffScopes(old.scopes, next.scopes),
    ...diffBehaviour(old, next),
  ];
}

function diffOperation(
  old: ToolInternals,
  next: ToolInternals,
  compared: ComparedSchemas,
): readonly FoundChange[] {
  const found: FoundChange[] = [];
  const isRenamed = old.operation !== next.operation;
  const isSame = old.operationHash === next.operationHash;
  if (old.kind !== next.kind) {
    const message = `The operation was a ${old.kind}, and is a ${next.kind} now.`;
    found.push({ code: 'KIND_CHANGED', message, before: old.kind, after: next.kind });
  }
  const names = { before: old.operation, after: next.operation };
  if (isRenamed && isSame) {
    const message = `The operation ${old.operation} is called ${next.operation} now.`;
    found.push({ code: 'OPERATION_RENAMED', message, ...names });
  } else if (isRenamed) {
    const message = `The name belonged to operation ${old.operation}, and belongs to ${next.operation} now.`;
    found.push({ code: 'TOOL_REPLACED', message, ...names });
  } else {
    found.push(...diffMeaning(old, next, compared));
  }
  return old.kind === next.kind ? [...diffRootFields(old, next), ...found] : found;
}

function diffVisibility(old: ToolInternals, next: ToolInternals): readonly FoundChange[] {
  if (old.hidden === next.hidden) return [];
  return next.hidden
    ? [{ code: 'TOOL_HIDDEN', message: 'The tool is no longer in the list of tools.' }]
    : [{ code: 'TOOL_SHOWN', message: 'The tool is in the list of tools now.' }];
}

function diffScopes(old: readonly string[], next: readonly string[]): readonly FoundChange[] {
  const added = next.filter((scope) => !old.includes(scope));
  const removed = old.filter((scope) => !next.includes(scope));
  return [
    ...(added.length > 0
      ? [scopeChange('SCOPES_ADDED', `Callers need ${added.join(', ')} too.`, old, next)]
      : []),
    ...(removed.length > 0
      ? [scopeChange('SCOPES_REMOVED', `Callers no longer need ${removed.join(', ')}.`, old, next)]
      : []),
  ];
}

function scopeChange(
  code: 'SCOPES_ADDED' | 'SCOPES_REMOVED',
  message: string,
  old: readonly string[],
  next: readonly string[],
): FoundChange {
  return { code, message, before: old.join(' '), after: next.join(' ') };
}

function diffBehaviour(old: ToolInternals, next: ToolInternals): readonly FoundChange[] {
  const found: FoundChange[] = [];
  if (old.partialResults !== next.partialResults) {
    const message = `partialResults was ${old.partialResults}, and is ${next.partialResults} now.`;
    found.push({ code: 'PARTIAL_RESULTS_CHANGED', message });
  }
  if (old.bound.join('\n') !== next.bound.join('\n')) {
    const message = 'Bound variables take their values from other sources.';
    const values = { before: old.bound.join('; '), after: next.bound.join('; ') };
    found.push({ code: 'BINDING_CHANGED', message, ...values });
  }
  if (old.upstream !== next.upstream) {
    const message = `The upstream was ${old.upstream}, and is ${next.upstream} now.`;
    found.push({ code: 'UPSTREAM_CHANGED', message });
  }
  return found;
}
