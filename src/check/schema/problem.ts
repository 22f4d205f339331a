import type { JsonValue } from '../../core/json.ts';
import { lazy } from '../../core/memo.ts';
import type { InstancePath, PathStep } from './instance-path.ts';

/**
 * What a value that fits one schema may run into at another.
 *
 * | constraint   | the other schema …                                                        |
 * | ------------ | ------------------------------------------------------------------------- |
 * | `type`       | refuses a kind of value                                                   |
 * | `value`      | refuses a listed value                                                    |
 * | `values`     | lists the values it takes                                                 |
 * | `length`     | bounds the length of texts                                                |
 * | `pattern`    | has a pattern                                                             |
 * | `format`     | has a format                                                              |
 * | `range`      | bounds numbers                                                            |
 * | `multiple`   | takes multiples only                                                      |
 * | `items`      | bounds the length of lists                                                |
 * | `members`    | bounds the number of an object's members                                  |
 * | `required`   | requires a member that was optional                                       |
 * | `missing`    | requires a member that the one does not know                              |
 * | `undeclared` | says what a member is that the one does not know                          |
 * | `closed`     | refuses a member                                                          |
 * | `union`      | has alternatives none of which is known to fit                            |
 * | `exclusive`  | has alternatives of which more than one fits                              |
 * | `keyword`    | has a keyword that cannot be compared                                     |
 * | `complex`    | is too large to be compared to the end                                    |
 */
export type Constraint =
  | 'type'
  | 'value'
  | 'values'
  | 'length'
  | 'pattern'
  | 'format'
  | 'range'
  | 'multiple'
  | 'items'
  | 'members'
  | 'required'
  | 'missing'
  | 'undeclared'
  | 'closed'
  | 'union'
  | 'exclusive'
  | 'keyword'
  | 'complex';

/** One reason why values that fit one schema are not known to fit another. */
export interface Problem {
  readonly path: InstancePath;
  readonly constraint: Constraint;
  /** What it is about: a kind, a value as JSON, a keyword with its value. */
  readonly detail: string;
  /** The same for a problem that is met again elsewhere, because the same schemas stand there too. */
  readonly origin: symbol;
  /** How many places it stands at, this one included; `path` is the shortest. */
  readonly places: number;
  /** Makes values that should fit the one schema and not the other; whether they do is not checked. */
  readonly candidates: () => readonly JsonValue[];
}

/** More candidates than this are not made for one problem. */
const maxCandidates = 8;

/** More problems than this are not asked for candidates of another. */
const maxSources = 12;

/** More problems than this that are one are not asked for candidates. */
const maxUnited = 100;

/** Makes a problem of the value at hand; `candidate` makes what should show it, if it can. */
export function problem(
  constraint: Constraint,
  detail: string,
  candidate: () => JsonValue | undefined = () => undefined,
): Problem {
  return {
    path: [],
    constraint,
    detail,
    origin: Symbol(constraint),
    places: 1,
    candidates: lazy(() => listOf(candidate())),
  };
}

/** A problem of a part as a problem of the whole. */
export function within(
  inner: Problem,
  step: PathStep,
  wrap: (part: JsonValue) => JsonValue | undefined,
): Problem {
  return {
    ...inner,
    path: [step, ...inner.path],
    candidates: lazy(() => inner.candidates().flatMap((part) => listOf(wrap(part)))),
  };
}

/** Places beyond this are not counted: in recursive schemas there is no end to them. */
const maxPlaces = 999;

/**
 * The same problem met in several ways is one, with the candidates of all; one that stands at several
 * places, because the same schemas stand there, is told at the first of the shortest.
 *
 * All that are one are collected before they are united: one within the other, those of a large enum
 * would nest deeper than the stack is.
 */
export function uniteProblems(problems: readonly Problem[]): readonly Problem[] {
  const named = groupsBy(problems, ({ path, constraint, detail }) =>
    JSON.stringify([path, constraint, detail]),
  );
  const alike = named.map((group) => (group.length === 1 ? group[0] : uniteAlike(group)));
  const placed = groupsBy(alike, ({ origin }) => origin);
  return placed.map((group) => (group.length === 1 ? group[0] : uniteOrigin(group)));
}

type Group = readonly [Problem, ...Problem[]];

function groupsBy(problems: readonly Problem[], keyOf: (found: Problem) => unknown): Group[] {
  const groups = new Map<unknown, [Problem, ...Problem[]]>();
  for (const found of problems) {
    const key = keyOf(found);
    const group = groups.get(key);
    if (group) group.push(found);
    else groups.set(key, [found]);
  }
  return [...groups.values()];
}

function uniteAlike(group: Group): Problem {
  const sources = group.slice(0, maxUnited);
  return { ...group[0], candidates: lazy(() => candidatesOf(sources)) };
}

function uniteOrigin(group: Group): Problem {
  const shortest = group.reduce((one, other) =>
    other.path.length < one.path.length ? other : one,
  );
  const sources = [shortest, ...group.slice(0, maxUnited).filter((found) => found !== shortest)];
  const places = group.reduce((sum, found) => sum + found.places, 0);
  return {
    ...shortest,
    places: Math.min(maxPlaces, places),
    candidates: lazy(() => candidatesOf(sources)),
  };
}

/** A problem with the candidates of several, its own first. */
export function withCandidatesOf(
  found: Problem,
  sources: readonly Problem[],
  keep: (candidate: JsonValue) => boolean,
): Problem {
  return { ...found, candidates: lazy(() => candidatesOf(sources.slice(0, maxSources), keep)) };
}

function candidatesOf(
  sources: readonly Problem[],
  keep: (candidate: JsonValue) => boolean = () => true,
): readonly JsonValue[] {
  const kept: JsonValue[] = [];
  for (const source of sources) {
    if (kept.length >= maxCandidates) break;
    kept.push(...source.candidates().filter(keep));
  }
  return kept.slice(0, maxCandidates);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : [value];
}
