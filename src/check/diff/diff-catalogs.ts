import { changeOf, type Change, type FoundChange, type Witness } from './change.ts';
import { findRenames } from './find-renames.ts';
import { changeKinds, severities } from './severity.ts';
import type { Surface, SurfaceTool } from '../surface/surface.ts';
import { createToolComparison, type ToolComparison } from './tool-comparison.ts';
import { compareText } from '../../core/text.ts';

/**
 * Returns what changed from one tool surface to another: the worst first, then by tool and path.
 *
 * Tools are the same if they have the same name. A tool that was removed while another one was added with
 * the same operation, or with the same schemas, was renamed, which is breaking all the same.
 */
export function diffCatalogs(old: Surface, next: Surface): readonly Change[] {
  const isWhole = [...old.tools.values()].every((tool) => tool.internal !== undefined);
  // a running gateway does not list hidden tools, so they are not new
  const shown = [...next.tools.values()].filter(
    ({ internal }) => isWhole || internal?.hidden !== true,
  );
  const byName = new Map(shown.map((tool) => [tool.name, tool]));
  const gone = [...old.tools.values()].filter(({ name }) => !byName.has(name));
  const came = shown.filter(({ name }) => !old.tools.has(name));
  const renames = findRenames(gone, came);
  const renamed = new Set(renames.values());
  const comparison = createToolComparison(old, next);
  const changes = [...old.tools.values()].flatMap((tool): readonly Change[] => {
    const now = byName.get(tool.name) ?? renames.get(tool);
    if (!now) return [removed(tool, comparison)];
    const found = comparison.diff(tool, now).filter((change) => isPublished(change, old));
    if (now.name === tool.name) {
      return [...taken(tool, now, old), ...found.map((one) => changeOf(tool.name, one))];
    }
    const changed = found
      .flatMap(changesOfRenamed)
      .map((one) => changeOf(tool.name, { ...one, nowCalled: now.name }));
    return [renamedTo(tool, now, comparison), ...changed];
  });
  const added = came.filter((tool) => !renamed.has(tool)).map(({ name }) => addedTool(name));
  return [...changes, ...added].sort(compareChanges);
}

/** Under an early revision of the protocol, a running gateway does not publish headers. */
function isPublished({ code }: FoundChange, { hasHeaders = true }: Surface): boolean {
  return hasHeaders || code !== 'HEADER_CHANGED';
}

/** The changes of a renamed tool that its new name does not report. */
function changesOfRenamed(found: FoundChange): readonly FoundChange[] {
  if (found.code === 'OPERATION_RENAMED') return [];
  if (found.code !== 'TOOL_REPLACED') return [found];
  return [{ code: 'OPERATION_CHANGED', message: 'The operation was edited too.' }];
}

/** Reports that the name belonged to another tool's operation. */
function taken(tool: SurfaceTool, now: SurfaceTool, { tools }: Surface): readonly Change[] {
  if (tool.internal?.operationHash === now.internal?.operationHash) return [];
  const before = [...tools.values()].find(
    ({ internal }) => internal && internal.operationHash === now.internal?.operationHash,
  );
  if (!before) return [];
  const message = `The name "${tool.name}" now belongs to the operation of "${before.name}".`;
  return [changeOf(tool.name, { code: 'TOOL_REPLACED', message })];
}

function removed(tool: SurfaceTool, { callOf }: ToolComparison): Change {
  const change = changeOf(tool.name, {
    code: 'TOOL_REMOVED',
    message: 'The tool was removed.',
  });
  return withCall(change, callOf(tool));
}

function renamedTo(tool: SurfaceTool, now: SurfaceTool, { callOf }: ToolComparison): Change {
  const change = changeOf(tool.name, {
    code: 'TOOL_RENAMED',
    nowCalled: now.name,
    message: `The tool was renamed to "${now.name}".`,
    before: tool.name,
    after: now.name,
  });
  return withCall(change, callOf(tool));
}

/** Adds a call that worked. */
function withCall(change: Change, witness: Witness | undefined): Change {
  return witness === undefined ? change : { ...change, witness };
}

function addedTool(name: string): Change {
  return changeOf(name, { code: 'TOOL_ADDED', message: 'The tool is new.' });
}

function compareChanges(one: Change, other: Change): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    compareText(one.tool, other.tool) ||
    codes.indexOf(one.code) - codes.indexOf(other.code) ||
    compareText(one.path ?? '', other.path ?? '')
  );
}

const codes = Object.keys(changeKinds);
