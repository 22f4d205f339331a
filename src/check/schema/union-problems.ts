import { acceptedByShape, acceptedByUnion } from './accepts.ts';
import type { Comparison } from './comparison.ts';
import { listKinds } from './kinds.ts';
import { problem, withCandidatesOf, type Problem } from './problem.ts';
import { sampleShape } from './sample.ts';
import type { Shape, Union } from './schema-node.ts';
import { splitShape } from './split-shape.ts';

/** Cases that are tried before a union counts as not covering a shape. */
const maxCases = 64;

/**
 * Why values of a shape may fit no branch of a union, or more than one where only one may.
 *
 * A shape is covered when it fits a branch as a whole, or when it can be split into cases each of
 * which does.
 */
export function unionProblems(
  comparison: Comparison,
  shape: Shape,
  union: Union,
): readonly Problem[] {
  const isKnown =
    union.exactlyOne && shape.exclusive.some((known) => isSameUnion(comparison, known, union));
  if (isKnown) return [];
  const { algebra } = comparison;
  const branches = union.branches.flatMap((branch) => algebra.alternatives(branch) ?? []);
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
  const attempts = union.branches.map((branch) => comparison.compareShape(shape, branch));
  const fitting = attempts.flatMap((found, index) => (found.length === 0 ? index : []));
  if (fitting.some((index) => !union.exactlyOne || isAlone(cover, shape, index))) return [];
  const problems =
    fitting.length > 0
      ? [overlapProblem(cover, shape, fitting)]
      : closestProblems(cover, shape, attempts);
  const cases = casesOf(cover, shape, problems);
  if (cases === undefined) return isExcluded(comparison, shape) ? [] : problems;
  return cases.flatMap((part) => {
    const possible = comparison.algebra.tidy(part);
    return possible === undefined ? [] : caseProblems(cover, possible);
  });
}

/** Cases to look at one by one; none when a value shows already that the shape is not covered. */
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
  return isLimit ? undefined : splitShape(comparison.algebra, shape, branches);
}

/** Candidates here are values that the union refuses. */
function isShown({ candidates }: Problem, shape: Shape): boolean {
  return candidates().some(
    (value) =>
      acceptedByShape(shape, value) &&
      shape.exclusive.every((known) => acceptedByUnion(known, value)),
  );
}

/** Whether no value of the shape fits a branch beside the one at this index. */
function isAlone({ comparison, union }: Cover, shape: Shape, fitting: number): boolean {
  const { alternatives, meet } = comparison.algebra;
  return union.branches.every(
    (other, index) =>
      index === fitting ||
      (alternatives(other)?.every((part) => meet(shape, part) === undefined) ?? false),
  );
}

/** Whether the shape is of an `oneOf` of which all its values fit two branches: then none fits it. */
function isExcluded({ compareShape, excluded }: Comparison, shape: Shape): boolean {
  const known = excluded.get(shape);
  if (known !== undefined) return known;
  // not while it is looked into: that asks about the same shape again
  excluded.set(shape, false);
  const found = shape.exclusive.some(
    ({ branches }) =>
      branches.filter((branch) => compareShape(shape, branch).length === 0).length > 1,
  );
  excluded.set(shape, found);
  return found;
}

function overlapProblem(
  { comparison: { algebra }, union }: Cover,
  shape: Shape,
  fitting: readonly number[],
): Problem {
  const others = union.branches.filter((_, index) => index !== fitting[0]);
  return problem('exclusive', '', () => {
    const overlaps = others.flatMap((branch) => algebra.alternatives(branch) ?? []);
    for (const overlap of overlaps) {
      const common = algebra.meet(shape, overlap);
      const value = common && sampleShape(algebra, common);
      if (value !== undefined && !acceptedByUnion(union, value)) return value;
    }
    return undefined;
  });
}

/** What is wrong with the branch that comes closest; its witnesses must fit no other branch. */
function closestProblems(
  { comparison: { algebra }, union }: Cover,
  shape: Shape,
  attempts: readonly (readonly Problem[])[],
): readonly Problem[] {
  const all = attempts.flat();
  const closest = [...attempts].sort((one, other) => distance(one) - distance(other))[0];
  if (closest === undefined) {
    return [problem('union', 'no alternative', () => sampleShape(algebra, shape))];
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

function isSameUnion({ compare }: Comparison, one: Union, other: Union): boolean {
  return (
    one.branches.length === other.branches.length &&
    one.branches.every((branch, index) => {
      const theirs = other.branches[index];
      if (theirs === undefined) return false;
      return compare(branch, theirs).length === 0 && compare(theirs, branch).length === 0;
    })
  );
}
