import { onlyUpstream } from '../config/resolve-upstream.ts';
import type { FoundChange } from './change.ts';
import { diffTools } from './diff-tools.ts';
import { createInputTypes, hasSameInputs, type InputTypes } from './input-types.ts';
import type { Surface, SurfaceTool } from './surface.ts';
import { createWitnessValidators } from './witness-validators.ts';

/** Says what changed of one tool, the name aside. */
export type CompareTools = (old: SurfaceTool, next: SurfaceTool) => readonly FoundChange[];

/** Makes what compares tools of two surfaces; what it reads of them is read once. */
export function createToolComparison(old: Surface, next: Surface): CompareTools {
  const validatorOf = createWitnessValidators();
  const typesOf = { old: createInputTypes(old), next: createInputTypes(next) };
  const sameInputs = new Map<string, boolean>();
  return (tool, now) => {
    const upstream = now.inside?.upstream ?? tool.inside?.upstream ?? onlyUpstream;
    const isSame = sameInputs.get(upstream) ?? hasSameInputs(old, next, upstream);
    sameInputs.set(upstream, isSame);
    const [before, after] = [
      typesOf.old(tool.inside?.upstream ?? upstream),
      typesOf.next(upstream),
    ];
    return diffTools(
      { tool, profile: old.profile, types: before && withLeavesOf(before, after) },
      { tool: now, profile: next.profile, types: after && withLeavesOf(after, before) },
      { validatorOf, sameInputs: isSame },
    );
  };
}

/** A scalar that one side shows nowhere is taken as the other side shows it. */
function withLeavesOf(types: InputTypes, other: InputTypes | undefined): InputTypes {
  return other ? { ...types, leaves: new Map([...other.leaves, ...types.leaves]) } : types;
}
