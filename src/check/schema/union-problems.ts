import { acceptedByShape, acceptedByUnion } from './accepts.ts';
import { type Comparison, problem, withCandidatesOf, type Problem } from './problem.ts';
import { listKinds, type Shape, type Union } from './schema-node.ts';
import { sampleShape } from './sample.ts';
import { splitShape } from './split-shape.ts';

/** Cases that are tried before a union counts as not covering a shape. */
const maxCases = 64;

/**
 * Returns why values of a shape may match no branch of a union, or more than one of a `oneOf`.
 *
 * A shape is covered if the whole shape matches a branch, or if it can be split into cases each of
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
  const { sets } = comparison;
  const branches = union.branches.flatMap((branch) => sets.alternatives(branch) ?? []);
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
    const possible = comparison.sets.normalize(part);
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
  return isLimit ? undefined : splitShape(comparison.sets, shape, branches);
}

/** Returns whether a candidate is a value that the union refuses. */
function isShown({ candidates }: Problem, shape: Shape): boolean {
  return candidates().some(
    (value) =>
      acceptedByShape(shape, value) &&
      shape.exclusive.every((known) => acceptedByUnion(known, value)),
  );
}

/** Returns whether no value of the shape matches another branch than the one at this index. */
function isAlone({ comparison, union }: Cover, shape: Shape, fitting: number): boolean {
  const { alternatives, intersect: meet } = comparison.sets;
  return union.branches.every(
    (other, index) =>
      index === fitting ||
      (alternatives(other)?.every((part) => meet(shape, part) === undefined) ?? false),
  );
}

/** Returns whether all values of a shape match two branches of its own `oneOf`: then it is empty. */
function isExcluded({ compareShape, excluded }: Comparison, shape: Shape): boolean {
  const known = excluded.get(shape);
  if (known !== undefined) return known;
  // assumed false while it is examined, because that asks about the same shape again
  excluded.set(shape, false);
  const found = shape.exclusive.some(
    ({ branches }) =>
      branches.filter((branch) => compareShape(shape, branch).length === 0).length > 1,
  );
  excluded.set(shape, found);
  return found;
}

function overlapProblem(
  { comparison: { sets }, union }: Cover,
  shape: Shape,
  fitting: readonly number[],
): Problem {
  const others = union.branches.filter((_, index) => index !== fitting[0]);
  return problem('exclusive', '', () => {
    const overlaps = others.flatMap((branch) => sets.alternatives(branch) ?? []);
    for (const overlap of overlaps) {
      const common = sets.intersect(shape, overlap);
      const value = common && sampleShape(sets, common);
      if (value !== undefined && !acceptedByUnion(union, value)) return value;
    }
    return undefined;
  });
}

/** Returns the problems of the closest branch; their candidates must match no other branch. */
function closestProblems(
  { comparison: { sets }, union }: Cover,
  shape: Shape,
  attempts: readonly (readonly Problem[])[],
): readonly Problem[] {
  const all = attempts.flat();
  const closest = [...attempts].sort((one, other) => distance(one) - distance(other))[0];
  if (closest === undefined) {
    return [problem('union', 'no alternative', () => sampleShape(sets, shape))];
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
