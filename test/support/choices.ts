import fc from 'fast-check';

/**
 * A run of choices that generators make from a list of numbers.
 *
 * Zero is always the simplest choice, and what comes after the list's end is zero: so a failing
 * case shrinks by dropping and lowering numbers, and stays one that the generator can make.
 */
export interface Choices {
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  /** True in about one of `outOf` cases; false is the simpler. */
  rarely(outOf: number): boolean;
  /** One of the members; the first is the simplest. */
  oneOf<T>(members: readonly T[]): T;
  /** Some of the members, in their order. */
  someOf<T>(members: readonly T[]): readonly T[];
}

/** Lists of choices, for `choicesFrom`. */
export const choiceLists = fc.array(fc.nat({ max: 0xff_ff }), { maxLength: 400, size: 'max' });

/** Reads choices from a list. */
export function choicesFrom(list: readonly number[]): Choices {
  let at = 0;
  const next = (): number => list[at++] ?? 0;
  return choicesBy((count) => (count <= 1 ? 0 : next() % count));
}

/** Choices from a seed, without end: for answers, which need not shrink. */
export function seededChoices(seed: number): Choices {
  let state = seed >>> 0;
  return choicesBy((count) => {
    // mulberry32
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  });
}

function choicesBy(below: (count: number) => number): Choices {
  const oneOf = <T>(members: readonly T[]): T => {
    const [first] = members;
    const member = members[below(members.length)] ?? first;
    if (member === undefined) throw new Error('There is nothing to choose from.');
    return member;
  };
  return {
    below,
    rarely: (outOf) => below(outOf) === outOf - 1,
    oneOf,
    someOf: (members) => members.filter(() => below(2) === 1),
  };
}
