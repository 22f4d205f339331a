import type { JsonSchema } from '../core/json-schema.ts';
import type { FoundChange, SchemaPosition, Witness } from './change.ts';
import { describeProblems, type Direction } from './describe-problems.ts';
import { formatInstancePath } from './schema/instance-path.ts';
import { compareSchemas } from './schema/compare-schemas.ts';
import type { Problem } from './schema/problem.ts';
import type { ChangeCode } from './severity.ts';
import { createWitnessFinder } from './witness.ts';

/**
 * What changed between two schemas, path by path, by the values that fit them.
 *
 * | position | values that only the old one takes | values that only the new one takes |
 * | -------- | ---------------------------------- | ---------------------------------- |
 * | input    | narrowed: breaking                 | widened: safe                      |
 * | output   | narrowed: safe                     | widened: breaking                  |
 *
 * Where it cannot be told, the change counts as breaking.
 */
export function diffSchemas(
  old: JsonSchema,
  next: JsonSchema,
  position: SchemaPosition,
): readonly FoundChange[] {
  const pair = compareSchemas(old, next);
  const refused = pair.forwards();
  const added = pair.backwards();
  if (refused.length === 0 && added.length === 0) return [];
  const breaking = position === 'input' ? refused : added;
  const findWitness = createWitnessFinder(old, next, position);
  return [
    ...groupsOf(refused).map((group) => changeOfGroup('narrowed', group, position)),
    ...groupsOf(added).map((group) => changeOfGroup('widened', group, position)),
  ].map(({ problems, ...change }) => {
    const isBreaking = problems.some((problem) => breaking.includes(problem));
    const witness: Witness | undefined = isBreaking ? findWitness(problems) : undefined;
    return witness === undefined ? change : { ...change, witness };
  });
}

/** Problems of one path and constraint are one change. */
function groupsOf(problems: readonly Problem[]): readonly (readonly [Problem, ...Problem[]])[] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  for (const problem of problems) {
    const key = `${formatInstancePath(problem.path)} ${problem.constraint}`;
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  return [...groups.values()];
}

const codes = {
  input: { narrowed: 'INPUT_NARROWED', widened: 'INPUT_WIDENED' },
  output: { narrowed: 'OUTPUT_NARROWED', widened: 'OUTPUT_WIDENED' },
} as const satisfies Record<SchemaPosition, Record<Direction, ChangeCode>>;

function changeOfGroup(
  direction: Direction,
  problems: readonly [Problem, ...Problem[]],
  position: SchemaPosition,
): FoundChange & { readonly problems: readonly Problem[] } {
  const path = formatInstancePath(problems[0].path);
  return {
    code: codes[position][direction],
    position,
    path,
    message: describeProblems(position, direction, path, problems),
    problems,
  };
}
