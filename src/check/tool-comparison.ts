import { onlyUpstream } from '../config/resolve-upstream.ts';
import type { FoundChange, Witness } from './change.ts';
import { contractInputOf } from './contract-input.ts';
import { diffTools } from './diff-tools.ts';
import { createInputTypes, hasSameInputs, type InputTypes } from './input-types.ts';
import { removedWitness } from './removed-witness.ts';
import type { Surface, SurfaceTool } from './surface.ts';
import type { WitnessValidators } from './witness-validators.ts';

/** What compares the tools of two surfaces, one by one. */
export interface ToolComparison {
  /** Says what changed of one tool, the name aside. */
  readonly diff: (old: SurfaceTool, next: SurfaceTool) => readonly FoundChange[];
  /** A call that a tool of the old surface takes. */
  readonly callOf: (old: SurfaceTool) => Witness | undefined;
}

/** Makes what compares tools of two surfaces; what it reads of them is read once. */
export function createToolComparison(
  old: Surface,
  next: Surface,
  validatorOf: WitnessValidators,
): ToolComparison {
  const typesOf = { old: createInputTypes(old), next: createInputTypes(next) };
  const sameInputs = new Map<string, boolean>();
  return {
    diff(tool, now) {
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
    },
    callOf(tool) {
      const types = typesOf.old(tool.inside?.upstream ?? onlyUpstream);
      return removedWitness(contractInputOf(tool, old.profile, types));
    },
  };
}

/** A scalar that one side shows nowhere is taken as the other side shows it. */
function withLeavesOf(types: InputTypes, other: InputTypes | undefined): InputTypes {
  return other ? { ...types, leaves: new Map([...other.leaves, ...types.leaves]) } : types;
}
