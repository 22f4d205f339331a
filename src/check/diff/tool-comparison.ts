import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { lazy } from '../../core/memo.ts';
import type { FoundChange, Witness } from './change.ts';
import { contractInputOf } from '../surface/contract-input.ts';
import { diffTools } from './diff-tools.ts';
import { createInputTypes, hasSameInputs, type InputTypes } from '../surface/input-types.ts';
import { removedWitness } from './removed-witness.ts';
import { createSchemaComparer } from '../schema/compare-schemas.ts';
import type { Surface, SurfaceTool } from '../surface/surface.ts';
import type { WitnessValidator } from './witness-validator.ts';

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
  validator: WitnessValidator,
): ToolComparison {
  const typesOf = { old: createInputTypes(old), next: createInputTypes(next) };
  const sides = new Map<string, Sides>();
  const compareSchemas = createSchemaComparer();
  return {
    diff(tool, now) {
      const upstream = now.inside?.upstream ?? tool.inside?.upstream ?? onlyUpstream;
      const former = tool.inside?.upstream ?? upstream;
      const key = JSON.stringify([former, upstream]);
      const known = sides.get(key) ?? {
        types: lazy(() => sidesOf(typesOf.old(former), typesOf.next(upstream))),
        sameInputs: hasSameInputs(old, next, upstream),
      };
      sides.set(key, known);
      return diffTools(
        { tool, profile: old.profile, types: () => known.types().before },
        { tool: now, profile: next.profile, types: () => known.types().after },
        { compareSchemas, validator, sameInputs: known.sameInputs },
      );
    },
    callOf(tool) {
      const types = typesOf.old(tool.inside?.upstream ?? onlyUpstream);
      return removedWitness(contractInputOf(tool, old.profile, types));
    },
  };
}

/** What is known of the types of arguments in both surfaces. */
interface Sides {
  /** Read when a tool's arguments are compared, which those of most tools are not. */
  readonly types: () => TypesOfSides;
  readonly sameInputs: boolean;
}

interface TypesOfSides {
  readonly before: InputTypes | undefined;
  readonly after: InputTypes | undefined;
}

function sidesOf(before: InputTypes | undefined, after: InputTypes | undefined): TypesOfSides {
  return {
    before: before && withLeavesOf(before, after),
    after: after && withLeavesOf(after, before),
  };
}

/** A scalar that one side shows nowhere is taken as the other side shows it. */
function withLeavesOf(types: InputTypes, other: InputTypes | undefined): InputTypes {
  return other ? { ...types, leaves: new Map([...other.leaves, ...types.leaves]) } : types;
}
