import type { JsonValue } from '../../core/json.ts';
import { lazy } from '../../core/memo.ts';
import type { SchemaNode, Shape } from './schema-node.ts';
import type { ShapeTable } from './alternatives.ts';

/** Any item of a list, or any member that no schema declares. */
export type EachStep = { readonly each: 'item' | 'member' };

/** A step into a value: the name of a member, or any item or member. */
export type PathStep = string | EachStep;

/** A place in all values of a schema, from the root. */
export type InstancePath = readonly PathStep[];

export const eachItem: EachStep = { each: 'item' };
export const eachMember: EachStep = { each: 'member' };

/** Formats a path as `subject.movies[].title`; `*` is any other member, and the root is empty. */
export function formatInstancePath(path: InstancePath): string {
  const text = path.map((step) => {
    if (typeof step === 'string') return `.${step}`;
    return step.each === 'item' ? '[]' : '.*';
  });
  return text.join('').replace(/^\./, '');
}

/**
 * The kind of a difference: why a value of one schema may not match the other.
 *
 * | constraint   | the other schema …                                                        |
 * | ------------ | ------------------------------------------------------------------------- |
 * | `type`       | refuses a kind of value                                                   |
 * | `value`      | refuses a listed value                                                    |
 * | `values`     | lists its values                                                          |
 * | `length`     | bounds the length of texts                                                |
 * | `pattern`    | has a pattern                                                             |
 * | `format`     | has a format                                                              |
 * | `range`      | bounds numbers                                                            |
 * | `multiple`   | accepts multiples only                                                    |
 * | `items`      | bounds the length of lists                                                |
 * | `members`    | bounds the number of an object's members                                  |
 * | `required`   | requires a member that was optional                                       |
 * | `missing`    | requires a member that the one schema does not declare                    |
 * | `undeclared` | restricts a member that the one schema does not declare                   |
 * | `closed`     | refuses a member                                                          |
 * | `union`      | has alternatives none of which matches for certain                        |
 * | `keyword`    | has a keyword that cannot be compared                                     |
 * | `complex`    | is too large to be compared completely                                    |
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
  | 'keyword'
  | 'complex';

/** One reason why values of one schema may not match another. */
export interface Problem {
  readonly path: InstancePath;
  readonly constraint: Constraint;
  /** The subject: a kind, a value as JSON, or a keyword with its value. */
  readonly detail: string;
  /** Equal for problems of the same pair of schemas at several places. */
  readonly origin: symbol;
  /** The number of places, this one included; `path` is the shortest. */
  readonly places: number;
  /** Creates values that should match the one schema and not the other (not verified). */
  readonly candidates: () => readonly JsonValue[];
}

/** The most candidates of one problem. */
const maxCandidates = 8;

/** The most problems that contribute candidates to another one. */
const maxSources = 12;

/** The most duplicates that contribute candidates to the merged problem. */
const maxMerged = 100;

/** Creates a problem at the root; `candidate` creates a value that should show it, if it can. */
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

/** Moves a problem of a part to the whole value. */
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

/** The most places that are counted; a recursive schema has infinitely many. */
const maxPlaces = 999;

/**
 * Merges duplicates: the same problem found in several ways becomes one with the candidates of all, and
 * one at several places is reported once, at the shortest path.
 *
 * Duplicates are collected before they are merged: merging them pairwise would nest the candidates of a
 * large enum deeper than the stack allows.
 */
export function uniteProblems(problems: readonly Problem[]): readonly Problem[] {
  const byName = groupBy(problems, ({ path, constraint, detail }) =>
    JSON.stringify([path, constraint, detail]),
  );
  const alike = byName.map((group) => (group.length === 1 ? group[0] : mergeAlike(group)));
  const byOrigin = groupBy(alike, ({ origin }) => origin);
  return byOrigin.map((group) => (group.length === 1 ? group[0] : mergeByOrigin(group)));
}

type Group = readonly [Problem, ...Problem[]];

function groupBy(problems: readonly Problem[], keyOf: (found: Problem) => unknown): Group[] {
  const groups = new Map<unknown, [Problem, ...Problem[]]>();
  for (const found of problems) {
    const key = keyOf(found);
    const group = groups.get(key);
    if (group) group.push(found);
    else groups.set(key, [found]);
  }
  return [...groups.values()];
}

function mergeAlike(group: Group): Problem {
  const sources = group.slice(0, maxMerged);
  return { ...group[0], candidates: lazy(() => candidatesOf(sources)) };
}

function mergeByOrigin(group: Group): Problem {
  const shortest = group.reduce((one, other) =>
    other.path.length < one.path.length ? other : one,
  );
  const sources = [shortest, ...group.slice(0, maxMerged).filter((found) => found !== shortest)];
  const places = group.reduce((sum, found) => sum + found.places, 0);
  return {
    ...shortest,
    places: Math.min(maxPlaces, places),
    candidates: lazy(() => candidatesOf(sources)),
  };
}

/** Adds the candidates of other problems to a problem, its own first. */
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

/** The state that the parts of one comparison share. */
export interface Comparison {
  readonly table: ShapeTable;
  /** The number of cases that may still be split before a union counts as not covering. */
  casesLeft: number;
  /** Returns why values of `one` may not match `other`; empty if all of them match. */
  readonly compare: (one: SchemaNode, other: SchemaNode) => readonly Problem[];
  readonly compareShape: (one: Shape, other: SchemaNode) => readonly Problem[];
}
