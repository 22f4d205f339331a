import { acceptedByShape, acceptedByUnion } from './accepts.ts';
import { type Comparison, problem, withCandidatesOf, type Problem } from './problem.ts';
import { listKinds, type Shape, type Union } from './schema-node.ts';
import { sampleShape } from './sample.ts';
import { splitShape } from './split-shape.ts';

/** Cases that are tried before a union counts as not covering a shape. */
const maxCases = 64;

/**
 * Returns why values of a shape may match no branch of a union.
 *
 * A shape is covered if the whole shape matches a branch, or if it can be split into cases each of
 * which does.
 */
export function unionProblems(
  comparison: Comparison,
  shape: Shape,
  union: Union,
): readonly Problem[] {
  const branches = union.flatMap((branch) => comparison.table.alternatives(branch) ?? []);
  return caseProblems({ comparison, union, branches, left: maxCases }, shape);
}

interface Cover {
  readonly comparison: Comparison;
  readonly union: Union;
  /** The shapes of all branches. */
  readonly branches: readonly Shape[];
  left: number;
}

function caseProblems(cover: Cover, shape: Shape): readonly Problem[] {
  const { comparison, union } = cover;
  const attempts = union.map((branch) => comparison.compareShape(shape, branch));
  if (attempts.some((problems) => problems.length === 0)) return [];
  const problems = closestProblems(cover, shape, attempts);
  const cases = casesOf(cover, shape, problems);
  if (cases === undefined) return problems;
  return cases.flatMap((part) => {
    const possible = comparison.table.normalize(part);
    return possible === undefined ? [] : caseProblems(cover, possible);
  });
}

/** Splits a shape into cases, unless a value already shows that the shape is not covered. */
function casesOf(
  cover: Cover,
  shape: Shape,
  problems: readonly Problem[],
): readonly Shape[] | undefined {
  const { comparison, branches } = cover;
  const isOneKind = listKinds(shape.kinds).length === 1;
  if (isOneKind && problems.some((found) => isShown(found, shape))) return undefined;
  cover.left--;
  comparison.casesLeft--;
  const isLimit = cover.left <= 0 || comparison.casesLeft <= 0;
  return isLimit ? undefined : splitShape(comparison.table, shape, branches);
}

/** Returns whether a candidate is a value that the union refuses. */
function isShown({ candidates }: Problem, shape: Shape): boolean {
  return candidates().some((value) => acceptedByShape(shape, value));
}

/** Returns the problems of the closest branch; their candidates must match no other branch. */
function closestProblems(
  { comparison: { table }, union }: Cover,
  shape: Shape,
  attempts: readonly (readonly Problem[])[],
): readonly Problem[] {
  const all = attempts.flat();
  const closest = [...attempts].sort((one, other) => distance(one) - distance(other))[0];
  if (closest === undefined) {
    return [problem('union', 'no alternative', () => sampleShape(table, shape))];
  }
  return closest.map((found) =>
    withCandidatesOf(found, [found, ...all], (value) => !acceptedByUnion(union, value)),
  );
}

/** A branch of another kind is further away than any branch of the same kind. */
function distance(problems: readonly Problem[]): number {
  const isOtherKind = problems.some(
    ({ constraint, path }) => constraint === 'type' && path.length === 0,
  );
  return problems.length + (isOtherKind ? 1_000 : 0);
}
