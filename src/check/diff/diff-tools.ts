import type { JsonSchema } from '../../core/json-schema.ts';
import type { ToolAnnotations } from '../../core/tool.ts';
import type { CompareSchemas } from '../schema/compare-schemas.ts';
import { isSameSchema } from '../surface/same-schema.ts';
import type { SurfaceTool } from '../surface/surface.ts';
import type { FoundChange } from './change.ts';
import { diffInternals } from './diff-internals.ts';
import type { SchemaSides } from './diff-meaning.ts';
import { diffSchemas } from './diff-schemas.ts';
import { diffTypeFields, type PathSides } from './removed-fields.ts';
import { diffTexts } from './diff-texts.ts';
import type { ChangeCode } from './severity.ts';

/** Shared by the comparisons of all tools of two surfaces. */
export interface DiffContext {
  readonly compareSchemas: CompareSchemas;
  readonly paths: PathSides;
}

/**
 * Returns what changed of one tool, the name aside.
 *
 * @param sides undefined if the schemas are the same.
 */
export function diffTools(
  old: SurfaceTool,
  next: SurfaceTool,
  sides: SchemaSides | undefined,
  { compareSchemas, paths }: DiffContext,
): readonly FoundChange[] {
  const inputs = sides ? diffInputs(sides, compareSchemas) : [];
  const outputs = sides ? diffOutputs(sides, compareSchemas) : [];
  const removed = diffTypeFields(old, next, paths, sides?.old.output, outputs);
  const schemas = [...inputs, ...outputs, ...removed];
  const texts = diffToolTexts(old, next);
  const hints = diffHints(old.annotations, next.annotations);
  const { internal: before } = old;
  const { internal: after } = next;
  const internals =
    before && after ? diffInternals(before, after, { sides, changes: schemas }) : [];
  return [...hints, ...internals, ...schemas, ...texts];
}

function diffInputs(
  { old, next }: SchemaSides,
  compareSchemas: CompareSchemas,
): readonly FoundChange[] {
  if (isSameInput(old.input, next.input)) return [];
  const values = diffSchemas(old.input, next.input, 'input', compareSchemas);
  return [...values, ...diffTexts(old.input, next.input, 'input')];
}

/** The definitions are the same object in the inputs of many tools: they are compared once. */
function isSameInput(
  { $defs: before, ...old }: JsonSchema,
  { $defs: after, ...next }: JsonSchema,
): boolean {
  return isSameSchema(before, after) && isSameSchema(old, next);
}

function diffOutputs(
  { old, next }: SchemaSides,
  compareSchemas: CompareSchemas,
): readonly FoundChange[] {
  if (old.output && next.output) return diffResults(old.output, next.output, compareSchemas);
  if (old.output) {
    const message = 'The tool no longer publishes a schema of its result.';
    return [{ code: 'OUTPUT_SCHEMA_REMOVED', position: 'output', path: '', message }];
  }
  if (!next.output) return [];
  const message = 'The tool publishes a schema of its result now.';
  return [{ code: 'OUTPUT_SCHEMA_ADDED', position: 'output', path: '', message }];
}

function diffResults(
  old: JsonSchema,
  next: JsonSchema,
  compareSchemas: CompareSchemas,
): readonly FoundChange[] {
  if (isSameSchema(old, next)) return [];
  const values = diffSchemas(old, next, 'output', compareSchemas);
  const paths = new Set(values.map(({ path }) => path));
  // the removal of a required member is reported already, whatever it could hold
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

/** The changes when a hint becomes true, and when it becomes false. */
const hintCodes: Readonly<Record<keyof ToolAnnotations, readonly [ChangeCode, ChangeCode]>> = {
  readOnlyHint: ['READ_ONLY_CLAIMED', 'READ_ONLY_WITHDRAWN'],
  destructiveHint: ['DESTRUCTIVE_DECLARED', 'DESTRUCTIVE_WITHDRAWN'],
  idempotentHint: ['IDEMPOTENT_CLAIMED', 'IDEMPOTENT_WITHDRAWN'],
  openWorldHint: ['OPEN_WORLD_DECLARED', 'OPEN_WORLD_WITHDRAWN'],
};

/** The values that a client assumes of missing hints, by the protocol. */
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
