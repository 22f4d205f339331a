import { changeOf, type Change } from './change.ts';
import { diffTools } from './diff-tools.ts';
import { findRenames } from './find-renames.ts';
import { removedWitness } from './removed-witness.ts';
import { changeKinds, severities } from './severity.ts';
import type { Surface, SurfaceTool } from './surface.ts';
import { compareText } from '../core/compare-text.ts';

/**
 * What changed from one tool surface to another: the worst first, then by tool and path.
 *
 * Tools are the same when they have the same name. One that is gone while another came with the same
 * operation, or with the same schemas, was renamed: that is said, and it is breaking all the same.
 */
export function diffCatalogs(old: Surface, next: Surface): readonly Change[] {
  const shown = [...next.tools.values()].filter((tool) => isComparable(old, tool));
  const byName = new Map(shown.map((tool) => [tool.name, tool]));
  const gone = [...old.tools.values()].filter(({ name }) => !byName.has(name));
  const came = shown.filter(({ name }) => !old.tools.has(name));
  const renames = findRenames(gone, came);
  const renamed = new Set(renames.values());
  const changes = [...old.tools.values()].flatMap((tool): readonly Change[] => {
    const now = byName.get(tool.name) ?? renames.get(tool);
    if (!now) return [removed(tool)];
    const found = diffTools({ tool, profile: old.profile }, { tool: now, profile: next.profile });
    if (now.name === tool.name) return found.map((one) => changeOf(tool.name, one));
    // the tool's new name is the operation's, or was set for it: said once
    const others = found.filter(({ code }) => code !== 'OPERATION_RENAMED');
    const changed = others.map((one) => changeOf(tool.name, { ...one, nowCalled: now.name }));
    return [renamedTo(tool, now), ...changed];
  });
  const added = came.filter((tool) => !renamed.has(tool)).map(({ name }) => addedTool(name));
  return [...changes, ...added].sort(compareChanges);
}

/** A running gateway lists no hidden tools, so those here are not new to it. */
function isComparable(old: Surface, { inside }: SurfaceTool): boolean {
  const isWhole = [...old.tools.values()].every((tool) => tool.inside !== undefined);
  return isWhole || inside?.hidden !== true;
}

function removed(tool: SurfaceTool): Change {
  const change = changeOf(tool.name, {
    code: 'TOOL_REMOVED',
    message: `There is no tool "${tool.name}" any more.`,
  });
  return withCall(change, tool);
}

function renamedTo(tool: SurfaceTool, now: SurfaceTool): Change {
  const change = changeOf(tool.name, {
    code: 'TOOL_RENAMED',
    nowCalled: now.name,
    message: `The tool "${tool.name}" is called "${now.name}" now.`,
    before: tool.name,
    after: now.name,
  });
  return withCall(change, tool);
}

/** The call that worked is shown by its arguments. */
function withCall(change: Change, tool: SurfaceTool): Change {
  const witness = removedWitness(tool);
  return witness === undefined ? change : { ...change, witness };
}

function addedTool(name: string): Change {
  return changeOf(name, { code: 'TOOL_ADDED', message: `The tool "${name}" is new.` });
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
