import type { JsonValue } from '../../core/json.ts';
import { getOrCreate, groupBy, lazy } from '../../core/memo.ts';
import type { Decision } from './decide.ts';
import {
  obligationsOf,
  violationsOfValues,
  type Obligation,
  type PartObligation,
} from './obligations.ts';
import { formatInstancePath, type Constraint, type InstancePath, type Problem } from './problem.ts';
import { sampleNode } from './sample.ts';
import {
  casesOf,
  isScalar,
  nothing,
  openShape,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';
import { splitByText } from './split-by-text.ts';

/** Returns why values of one schema may not match another; empty if all of them match. */
export type Explainer = (one: SchemaNode, other: SchemaNode) => readonly Problem[];

/** A shape whose values may not match a schema, and the places where it is found. */
interface Failure {
  readonly one: Shape;
  readonly other: SchemaNode;
  /** The shortest first. */
  readonly places: Place[];
}

interface Place {
  readonly path: InstancePath;
  /** Creates a whole value around a part. */
  readonly wrap: (part: JsonValue) => JsonValue | undefined;
}

/** The depth to which problems are searched, to bound the stack and the messages. */
const maxDepth = 200;

/** The most places that are counted; a recursive schema has infinitely many. */
const maxPlaces = 999;

/** The most places in which a counterexample is tried. */
const maxTried = 8;

/**
 * Creates the explainer: it searches what fails, the closest to the root first. The same failure is searched
 * once, wherever it is found, so that a change of a type that many fields have is one problem.
 */
export function createExplainer(decision: Decision): Explainer {
  return (one, other) => {
    if (decision.holds(one, other)) return [];
    const problems = uniteProblems(searchProblems(decision, one, other));
    return problems.length > 0 ? problems : [unclear];
  };
}

function searchProblems(
  decision: Decision,
  one: SchemaNode,
  other: SchemaNode,
): readonly Problem[] {
  const search = createSearch(decision);
  search.add(casesOf(one), other, root);
  const found: (readonly [Failure, Obligation])[] = [];
  for (const failure of search.failures) {
    const { one: shape, other: schema, places } = failure;
    const [first = root] = places;
    for (const obligation of failedOf(decision, shape, schema)) {
      if (!('one' in obligation) || !isSearched(obligation, first)) {
        found.push([failure, obligation]);
      } else search.add(casesOf(obligation.one), obligation.other, placeOf(first, obligation));
    }
    for (const [part, branch] of branchesToSearch(decision, shape, schema)) {
      search.add([part], branch, first);
    }
  }
  // all places are known only now
  return found.map(([failure, obligation]) => problemOf(failure, obligation));
}

/** A problem without an explanation is a problem all the same. */
const unclear: Problem = {
  path: [],
  constraint: 'complex',
  detail: '',
  places: 1,
  candidates: () => [],
};

interface Search {
  /** In the order in which they are found; grows while it is iterated. */
  readonly failures: Iterable<Failure>;
  /** Adds the shapes that fail. */
  readonly add: (shapes: readonly Shape[], other: SchemaNode, place: Place) => void;
}

function createSearch({ shapeHolds }: Decision): Search {
  const known = new Map<SchemaNode, Map<Shape, Failure>>();
  const failures: Failure[] = [];
  return {
    failures,
    add(shapes, other, place) {
      const byShape = getOrCreate(known, other, () => new Map<Shape, Failure>());
      for (const one of shapes.filter((shape) => !shapeHolds(shape, other))) {
        const failure = getOrCreate(byShape, one, () => {
          const created: Failure = { one, other, places: [] };
          failures.push(created);
          return created;
        });
        if (failure.places.length < maxPlaces) failure.places.push(place);
      }
    },
  };
}

/** Other parts are one problem, whatever is within them. */
function isSearched({ other, isUndeclared }: PartObligation, { path }: Place): boolean {
  return other !== nothing && !isUndeclared && path.length < maxDepth;
}

function placeOf({ path, wrap: wrapWhole }: Place, { step, wrap }: PartObligation): Place {
  return {
    path: [...path, step],
    wrap: (part) => {
      const value = wrap(part);
      return value === undefined ? undefined : wrapWhole(value);
    },
  };
}

const root: Place = { path: [], wrap: (value) => value };

/** Returns the obligations that fail, those of the branches of a union aside. */
function failedOf({ holds }: Decision, one: Shape, other: SchemaNode): readonly Obligation[] {
  if (one.values) return branchOfKind(one, other) ? [] : violationsOfValues(one, other);
  return [...obligationsOf(one, other.shape)].filter(
    (obligation) => !('one' in obligation && holds(obligation.one, obligation.other)),
  );
}

/** Returns the parts of a shape that no branch of a union has, each with the closest branch. */
function branchesToSearch(
  decision: Decision,
  one: Shape,
  other: SchemaNode,
): readonly (readonly [Shape, SchemaNode])[] {
  const { union = [] } = other;
  const only = one.values && branchOfKind(one, other);
  if (only) return [[one, only]];
  const isCovered = (part: Shape) => union.some((branch) => decision.shapeHolds(part, branch));
  if (one.values || union.length === 0 || isCovered(one)) return [];
  const parts = splitByText(one, union) ?? [one];
  return parts
    .filter((part) => !isCovered(part))
    .map((part) => [part, closestBranch(decision, part, union)]);
}

/** Returns the only branch that has values of the kind of a shape. */
function branchOfKind({ kinds: [kind] }: Shape, { shape, union = [] }: SchemaNode) {
  if (shape !== openShape) return undefined;
  const [only, ...others] = union.filter((branch) =>
    casesOf(branch).some(({ kinds }) => kinds[0] === kind),
  );
  return others.length === 0 ? only : undefined;
}

/** Returns the branch with the fewest keywords and scalar parts that fail. */
function closestBranch(decision: Decision, one: Shape, union: readonly SchemaNode[]): SchemaNode {
  const distances = union.map((branch) => distanceTo(decision, one, branch));
  return union[distances.indexOf(Math.min(...distances))] ?? nothing;
}

const otherValues = 1_000_000;
const otherKind = 2_000_000;

/** A branch for other kinds, or for other values of a listing member, is further away than any other. */
function distanceTo({ holds }: Decision, one: Shape, { shape }: SchemaNode): number {
  let failed = 0;
  for (const each of obligationsOf(one, shape)) {
    const isPart = 'one' in each;
    if (isPart && (!isScalar(each.one) || holds(each.one, each.other))) continue;
    if (isPart && each.one.shape.values) return otherValues;
    if (!isPart && each.constraint === 'type') return otherKind;
    failed++;
  }
  return failed;
}

function problemOf({ places }: Failure, obligation: Obligation): Problem {
  const { constraint, detail, member, candidates } =
    'one' in obligation ? violationOf(obligation) : obligation;
  const { path } = places[0] ?? root;
  return {
    path: member === undefined ? path : [...path, member],
    constraint,
    detail,
    places: new Set(places.map((place) => formatInstancePath(place.path))).size,
    candidates: lazy(() => {
      const parts = candidates().filter(isFound);
      return places.slice(0, maxTried).flatMap(({ wrap }) => parts.map(wrap).filter(isFound));
    }),
  };
}

function isFound(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined;
}

/** Reports a part that is not searched; of its values, one of each kind is tried. */
function violationOf({ step, one, other, isUndeclared, wrap }: PartObligation) {
  const constraint: Constraint =
    other === nothing ? 'closed' : isUndeclared ? 'undeclared' : 'complex';
  const samples = () => casesOf(one).map((shape) => sampleNode({ shape }));
  const candidates = () => samples().filter(isFound).map(wrap);
  const detail = constraint === 'undeclared' && typeof step === 'string' ? step : '';
  return { constraint, detail, member: step, candidates };
}

/** The most equal problems whose candidates are tried. */
const maxUnited = 100;

/** Merges equal problems of one place, as the cases of a union have them. */
function uniteProblems(problems: readonly Problem[]): readonly Problem[] {
  const groups = groupBy(problems, ({ path, constraint, detail }) =>
    JSON.stringify([path, constraint, detail]),
  );
  return [...groups.values()].map(([first, ...others]) => {
    if (others.length === 0) return first;
    const united = [first, ...others.slice(0, maxUnited)];
    return { ...first, candidates: () => united.flatMap(({ candidates }) => candidates()) };
  });
}
