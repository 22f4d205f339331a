import { type JsonSchema, walkSchema } from '../../core/json-schema.ts';
import { groupBy, memoizeWeakly } from '../../core/memo.ts';
import { accepts } from '../schema/accepts.ts';
import { isCompared, restrictions } from '../schema/read-schema.ts';
import type { FoundChange, SchemaPosition, Witness } from './change.ts';
import { describeProblems, type Direction } from './describe-problems.ts';
import { formatInstancePath, type Constraint, type Problem } from '../schema/problem.ts';
import type { CompareSchemas, SchemaPair } from '../schema/compare-schemas.ts';
import { replacedArguments, type ReplacedArgument } from './replaced-arguments.ts';
import type { ChangeCode } from './severity.ts';

/**
 * Returns what changed between two schemas, path by path, by the values that match them.
 *
 * | position | values that only the old one takes | values that only the new one takes |
 * | -------- | ---------------------------------- | ---------------------------------- |
 * | input    | narrowed: breaking                 | widened: safe                      |
 * | output   | narrowed: safe                     | widened: breaking                  |
 *
 * A change counts as breaking if the comparison cannot decide.
 */
export function diffSchemas(
  old: JsonSchema,
  next: JsonSchema,
  position: SchemaPosition,
  compareSchemas: CompareSchemas,
): readonly FoundChange[] {
  const pair = compareSchemas(old, next);
  const refused = pair.forwards();
  const added = pair.backwards();
  if (refused.length === 0 && added.length === 0) return [];
  const isInput = position === 'input';
  const replaced = isInput ? replacedArguments(old, next, refused, added, compareSchemas) : [];
  const reported = new Set(replaced.flatMap((one) => [one.removed, one.added]));
  const [breaking, harmless] = isInput ? [refused, added] : [added, refused];
  const [worse, better] = directions[position];
  const isShown = breaking.length > 0 && isUnderstood(old) && isUnderstood(next);
  const shown = (group: Group, change: FoundChange): FoundChange => {
    const witness = isShown ? counterexample(group, pair, position) : undefined;
    return witness ? { ...change, witness } : change;
  };
  return [
    ...replaced.map((one) => shown([one.removed], changeOfReplaced(one))),
    ...groupsOf(breaking.filter((problem) => !reported.has(problem))).map((group) =>
      shown(group, changeOfGroup(worse, group, position)),
    ),
    ...groupsOf(withoutEchoes(harmless, breaking))
      .filter(([problem]) => !reported.has(problem))
      .map((group) => changeOfGroup(better, group, position)),
  ];
}

function changeOfReplaced({ removed, added }: ReplacedArgument): FoundChange {
  const [path, name] = [removed, added].map((problem) => formatInstancePath(problem.path));
  const message = `Argument "${path}" was replaced by "${name}", which accepts the same values.`;
  return { code: 'INPUT_NARROWED', position: 'input', path: path ?? '', message };
}

/**
 * Finds a value that shows one of the problems: a call that matches the old input schema and not the new one,
 * or an answer that matches the new output schema and not the old one.
 */
function counterexample(
  problems: readonly Problem[],
  { one, other }: SchemaPair,
  position: SchemaPosition,
): Witness | undefined {
  const [taken, refusing] = position === 'input' ? [one, other] : [other, one];
  for (const { candidates } of problems) {
    const value = candidates().find((each) => accepts(taken, each) && !accepts(refusing, each));
    if (value !== undefined) return { kind: position === 'input' ? 'call' : 'answer', value };
  }
  return undefined;
}

/** Returns whether all keywords are compared, so that a value is judged by all of them. */
function isUnderstood({ $defs = {}, ...schema }: JsonSchema): boolean {
  return hasKnownKeywords(schema) && areUnderstood($defs);
}

/** Definitions are shared by the schemas of many tools. */
const areUnderstood = memoizeWeakly(($defs: NonNullable<JsonSchema['$defs']>) =>
  hasKnownKeywords({ $defs }),
);

function hasKnownKeywords(root: JsonSchema): boolean {
  let areKnown = true;
  walkSchema(root, (schema) => {
    const isLocal = schema.$ref?.startsWith('#/$defs/') ?? true;
    const keywords = restrictions(schema).filter((keyword) => keyword !== '$ref');
    areKnown &&= isLocal && keywords.every((keyword) => isCompared(schema, keyword));
  });
  return areKnown;
}

/**
 * Removes the second report of a member that was added or removed: it is required in one direction, and
 * not allowed in the other. The breaking direction is kept.
 */
function withoutEchoes(
  harmless: readonly Problem[],
  breaking: readonly Problem[],
): readonly Problem[] {
  const members = breaking.filter(({ constraint }) => ofMembers.has(constraint));
  const paths = new Set(members.map(({ path }) => formatInstancePath(path)));
  return harmless.filter(
    ({ constraint, path }) => !ofMembers.has(constraint) || !paths.has(formatInstancePath(path)),
  );
}

const ofMembers: ReadonlySet<Constraint> = new Set<Constraint>(['missing', 'closed', 'undeclared']);

type Group = readonly [Problem, ...Problem[]];

/** Problems of one path and constraint are one change. */
function groupsOf(problems: readonly Problem[]): readonly Group[] {
  const keyOf = ({ path, constraint }: Problem) => `${formatInstancePath(path)} ${constraint}`;
  return [...groupBy(problems, keyOf).values()];
}

/** The direction that breaks something, and the one that does not. */
const directions = {
  input: ['narrowed', 'widened'],
  output: ['widened', 'narrowed'],
} as const satisfies Record<SchemaPosition, readonly Direction[]>;

const codes = {
  input: { narrowed: 'INPUT_NARROWED', widened: 'INPUT_WIDENED' },
  output: { narrowed: 'OUTPUT_NARROWED', widened: 'OUTPUT_WIDENED' },
} as const satisfies Record<SchemaPosition, Record<Direction, ChangeCode>>;

function changeOfGroup(
  direction: Direction,
  problems: Group,
  position: SchemaPosition,
): FoundChange {
  const path = formatInstancePath(problems[0].path);
  const message = describeProblems(position, direction, path, problems);
  const places = Math.max(...problems.map((problem) => problem.places));
  const code = codes[position][direction];
  return { code, position, path, ...(places > 1 && { places }), message };
}
