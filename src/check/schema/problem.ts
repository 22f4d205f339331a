import type { JsonValue } from '../../core/json.ts';
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
    candidates: once(() => listOf(candidate())),
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
    candidates: once(() => inner.candidates().flatMap((part) => listOf(wrap(part)))),
  };
}

/** Places beyond this are not counted: in recursive schemas there is no end to them. */
const maxPlaces = 999;

/**
 * The same problem met in several ways is one, with the candidates of all; one that stands at several
 * places, because the same schemas stand there, is told at the first of the shortest.
 */
export function uniteProblems(problems: readonly Problem[]): readonly Problem[] {
  const byName = new Map<string, Problem>();
  for (const found of problems) {
    const name = JSON.stringify([found.path, found.constraint, found.detail]);
    const known = byName.get(name);
    byName.set(name, known === undefined ? found : withCandidatesOf(known, [known, found]));
  }
  const byOrigin = new Map<symbol, Problem>();
  for (const found of byName.values()) {
    const known = byOrigin.get(found.origin);
    byOrigin.set(found.origin, known === undefined ? found : uniteOrigin(known, found));
  }
  return [...byOrigin.values()];
}

function uniteOrigin(one: Problem, other: Problem): Problem {
  const shorter = other.path.length < one.path.length ? other : one;
  const places = Math.min(maxPlaces, one.places + other.places);
  return { ...withCandidatesOf(shorter, [shorter, one, other]), places };
}

/** A problem with the candidates of several, its own first. */
export function withCandidatesOf(
  found: Problem,
  sources: readonly Problem[],
  keep: (candidate: JsonValue) => boolean = () => true,
): Problem {
  return {
    ...found,
    candidates: once(() => {
      const kept: JsonValue[] = [];
      for (const source of sources.slice(0, maxSources)) {
        if (kept.length >= maxCandidates) break;
        kept.push(...source.candidates().filter(keep));
      }
      return kept.slice(0, maxCandidates);
    }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : [value];
}
