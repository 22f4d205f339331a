import type { JsonSchema } from '../core/json-schema.ts';
import { stableJson } from '../core/json.ts';
import type { Profile, ToolAnnotations } from '../core/tool.ts';
import type { FoundChange, SchemaPosition } from './change.ts';
import { contractInputOf } from './contract-input.ts';
import { diffInside } from './diff-inside.ts';
import { diffSchemas } from './diff-schemas.ts';
import { diffTexts } from './diff-texts.ts';
import type { ChangeCode } from './severity.ts';
import type { SurfaceTool } from './surface.ts';

/** A tool, and the profile its schemas are written in. */
export interface ToolInProfile {
  readonly tool: SurfaceTool;
  readonly profile: Profile | undefined;
}

/** What changed of one tool, the name aside. */
export function diffTools(old: ToolInProfile, next: ToolInProfile): readonly FoundChange[] {
  const schemas = [...diffInputs(old, next), ...diffOutputs(old.tool, next.tool)];
  const texts = diffToolTexts(old.tool, next.tool);
  const hints = diffHints(old.tool.annotations, next.tool.annotations);
  const { inside: before } = old.tool;
  const { inside: after } = next.tool;
  const inner = before && after ? diffInside(before, after, schemas.length > 0) : [];
  return [...hints, ...inner, ...schemas, ...texts];
}

function diffInputs(old: ToolInProfile, next: ToolInProfile): readonly FoundChange[] {
  // who does not tell which objects take exactly one member is not compared by it
  const isTold = old.tool.inside !== undefined && next.tool.inside !== undefined;
  const before = contractInputOf(old.tool, old.profile, isTold);
  const after = contractInputOf(next.tool, next.profile, isTold);
  return diffBoth(before, after, 'input');
}

function diffOutputs(
  { outputSchema: old }: SurfaceTool,
  { outputSchema: next }: SurfaceTool,
): readonly FoundChange[] {
  if (old && next) return diffBoth(old, next, 'output');
  if (old) {
    const message = 'The tool no longer promises anything of its answers.';
    return [{ code: 'OUTPUT_SCHEMA_REMOVED', position: 'output', path: '', message }];
  }
  if (!next) return [];
  const message = 'The tool promises what its answers are.';
  return [{ code: 'OUTPUT_SCHEMA_ADDED', position: 'output', path: '', message }];
}

function diffBoth(
  old: JsonSchema,
  next: JsonSchema,
  position: SchemaPosition,
): readonly FoundChange[] {
  if (stableJson(old) === stableJson(next)) return [];
  return [...diffSchemas(old, next, position), ...diffTexts(old, next, position)];
}

function diffToolTexts(old: SurfaceTool, next: SurfaceTool): readonly FoundChange[] {
  return textMembers.flatMap(([member, code]) => {
    const [before, after] = [old[member], next[member]];
    return before === after ? [] : [{ code, message: `The ${member} changed.`, before, after }];
  });
}

const textMembers = [
  ['title', 'TITLE_CHANGED'],
  ['description', 'DESCRIPTION_CHANGED'],
] as const;

/** What it means when a hint becomes true, and when it becomes false. */
const hintCodes: Readonly<Record<keyof ToolAnnotations, readonly [ChangeCode, ChangeCode]>> = {
  readOnlyHint: ['READ_ONLY_CLAIMED', 'READ_ONLY_WITHDRAWN'],
  destructiveHint: ['DESTRUCTIVE_DECLARED', 'DESTRUCTIVE_WITHDRAWN'],
  idempotentHint: ['IDEMPOTENT_CLAIMED', 'IDEMPOTENT_WITHDRAWN'],
  openWorldHint: ['OPEN_WORLD_DECLARED', 'OPEN_WORLD_WITHDRAWN'],
};

/** What a client assumes of a hint that is not given, by the protocol. */
const assumedHints: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

function diffHints(
  old: Partial<ToolAnnotations>,
  next: Partial<ToolAnnotations>,
): readonly FoundChange[] {
  const names = Object.keys(hintCodes) as (keyof ToolAnnotations)[];
  return names.flatMap((name) => {
    const before = old[name] ?? assumedHints[name];
    const after = next[name] ?? assumedHints[name];
    if (before === after) return [];
    const [becameTrue, becameFalse] = hintCodes[name];
    const message = `${name} was ${before}, and is ${after} now.`;
    return [{ code: after ? becameTrue : becameFalse, message }];
  });
}
