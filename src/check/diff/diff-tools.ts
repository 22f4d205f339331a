import type { JsonSchema } from '../../core/json-schema.ts';
import type { Profile, ToolAnnotations } from '../../core/tool.ts';
import type { FoundChange } from './change.ts';
import { contractInputOf } from '../surface/contract-input.ts';
import { diffInside } from './diff-inside.ts';
import { diffSchemas, type SchemaTools } from './diff-schemas.ts';
import { diffTexts } from './diff-texts.ts';
import type { InputTypes } from '../surface/input-types.ts';
import { isSameSchema } from '../surface/same-schema.ts';
import type { ChangeCode } from './severity.ts';
import type { SurfaceTool } from '../surface/surface.ts';

/** A tool, and what its schemas are to be read by. */
export interface ToolInSurface {
  readonly tool: SurfaceTool;
  readonly profile: Profile | undefined;
  readonly types: () => InputTypes | undefined;
}

/** What the comparisons of one run share. */
export interface DiffContext extends SchemaTools {
  /** Whether the types of arguments are the same on both sides. */
  readonly sameInputs: boolean;
}

/** What changed of one tool, the name aside. */
export function diffTools(
  old: ToolInSurface,
  next: ToolInSurface,
  context: DiffContext,
): readonly FoundChange[] {
  const schemas = [...diffInputs(old, next, context), ...diffOutputs(old.tool, next.tool, context)];
  const texts = diffToolTexts(old.tool, next.tool);
  const hints = diffHints(old.tool.annotations, next.tool.annotations);
  const { inside: before } = old.tool;
  const { inside: after } = next.tool;
  const inner = before && after ? diffInside(before, after, schemas.length > 0) : [];
  return [...hints, ...inner, ...schemas, ...texts];
}

function diffInputs(
  old: ToolInSurface,
  next: ToolInSurface,
  context: DiffContext,
): readonly FoundChange[] {
  const [shownBefore, shownAfter] = [old.tool.inputSchema, next.tool.inputSchema];
  const isShownAlike = isSameSchema(shownBefore, shownAfter);
  const texts = isShownAlike ? [] : diffTexts(shownBefore, shownAfter, 'input');
  const { argumentTypes } = old.tool.inside ?? next.tool.inside ?? {};
  if (
    isShownAlike &&
    context.sameInputs &&
    isSameSchema(argumentTypes, next.tool.inside?.argumentTypes)
  ) {
    return texts;
  }
  // a gateway that does not tell the types of its arguments has those of today, as far as one knows
  const typesBefore = old.types() ?? next.types();
  const before = contractInputOf(old.tool, old.profile, typesBefore, argumentTypes);
  const after = contractInputOf(next.tool, next.profile, next.types());
  const values = diffSchemas(before, after, 'input', context);
  const isTold = old.types() !== undefined || next.types() === undefined || isShownAlike;
  const seen = isTold ? [] : diffSchemas(shownBefore, shownAfter, 'input', context);
  return [...values, ...beside(values, seen), ...texts];
}

/**
 * What clients see of a gateway that does not tell its types: types of today cannot differ from
 * themselves, so a field that is required now shows in the schemas alone.
 */
function beside(
  values: readonly FoundChange[],
  seen: readonly FoundChange[],
): readonly FoundChange[] {
  const paths = new Set(values.map(({ path }) => path));
  return seen.filter(({ path }) => !paths.has(path));
}

function diffOutputs(
  { outputSchema: old }: SurfaceTool,
  { outputSchema: next }: SurfaceTool,
  context: DiffContext,
): readonly FoundChange[] {
  if (old && next) return diffResults(old, next, context);
  if (old) {
    const message = 'The tool no longer promises anything of its answers.';
    return [{ code: 'OUTPUT_SCHEMA_REMOVED', position: 'output', path: '', message }];
  }
  if (!next) return [];
  const message = 'The tool promises what its answers are.';
  return [{ code: 'OUTPUT_SCHEMA_ADDED', position: 'output', path: '', message }];
}

function diffResults(
  old: JsonSchema,
  next: JsonSchema,
  context: DiffContext,
): readonly FoundChange[] {
  if (isSameSchema(old, next)) return [];
  const values = diffSchemas(old, next, 'output', context);
  const paths = new Set(values.map(({ path }) => path));
  // a required member that is gone is told already, whatever it could hold
  const texts = diffTexts(old, next, 'output').filter(
    ({ code, path }) => code !== 'OUTPUT_UNDECLARED' || !paths.has(path),
  );
  return [...values, ...texts];
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
