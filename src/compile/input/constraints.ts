import { valueFromASTUntyped, type ConstDirectiveNode } from 'graphql';
import { ownMember } from '../../core/json.ts';
import {
  boundKeywords,
  isSafeBound,
  listKeywords,
  type BoundKeyword,
  type Bounds,
} from '../model/bounds.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import type { InputShape } from './input-shape.ts';

/** What directives say about the values of an argument or input field. */
export interface Constraints {
  readonly bounds: Bounds;
  /** A pattern that not every validator understands: it is told in words alone. */
  readonly spokenPattern?: string;
  /** A fraction that it is a multiple of, which validators cannot tell: it is told in words alone. */
  readonly spokenMultiple?: number;
}

export const unconstrained: Constraints = { bounds: {} };

/** What an argument of a directive says; a size is the length of a text or a list. */
type Meaning = BoundKeyword | 'minSize' | 'maxSize';

type Meanings = { readonly [argument: string]: Meaning };

/** Arguments that the directives of several libraries agree on. */
const common: Meanings = {
  min: 'minimum',
  minimum: 'minimum',
  max: 'maximum',
  maximum: 'maximum',
  exclusiveMin: 'exclusiveMinimum',
  exclusiveMax: 'exclusiveMaximum',
  multipleOf: 'multipleOf',
  minLength: 'minLength',
  maxLength: 'maxLength',
  minItems: 'minItems',
  maxItems: 'maxItems',
  format: 'format',
  pattern: 'pattern',
  regexp: 'pattern',
  regex: 'pattern',
};

const sizes: Meanings = { min: 'minSize', max: 'maxSize' };

/**
 * The directives that APIs bound values with, by name in lower case: those of
 * graphql-constraint-directive, graphql-java-extended-validation and their like.
 */
const directives = new Map<string, Meanings>([
  ['constraint', common],
  ['range', common],
  ['length', { ...common, ...sizes }],
  ['size', { ...common, ...sizes }],
  ['pattern', { ...common, value: 'pattern' }],
  ['min', { value: 'minimum' }],
  ['max', { value: 'maximum' }],
]);

/**
 * Reads the bounds that directives put on an argument or input field of this shape.
 *
 * @param isItem whether they stand at a list, and the shape is that of an item: then how long the list
 *   is to be says nothing of it.
 */
export function constraintsOf(
  nodes: readonly ConstDirectiveNode[] | undefined,
  shape: InputShape,
  isItem = false,
): Constraints {
  if (!nodes?.length) return unconstrained;
  const found = nodes.flatMap(({ name, arguments: given = [] }) => {
    const meanings = directives.get(name.value.toLowerCase());
    if (!meanings) return [];
    return given.flatMap(({ name: argument, value }) => {
      const meaning = ownMember(meanings, argument.value) as Meaning | undefined;
      const isOther = isItem && meaning !== undefined && lengths.has(meaning);
      const keyword = meaning && !isOther && keywordFor(meaning, shape);
      return keyword ? [[keyword, valueFromASTUntyped(value) as unknown] as const] : [];
    });
  });
  if (found.length === 0) return unconstrained;
  const safe = found.filter(([keyword, bound]) => isSafeBound(keyword, bound));
  const spoken = new Map(found.filter(([keyword, bound]) => !isSafeBound(keyword, bound)));
  const [pattern, multiple] = [spoken.get('pattern'), spoken.get('multipleOf')];
  return {
    bounds: safe.reduce<Bounds>((all, [keyword, bound]) => tighter(all, { [keyword]: bound }), {}),
    ...(typeof pattern === 'string' && { spokenPattern: pattern }),
    ...(typeof multiple === 'number' && multiple > 0 && { spokenMultiple: multiple }),
  };
}

/** What may be about the length of a list. */
const lengths: ReadonlySet<Meaning> = new Set(['minSize', 'maxSize', 'minItems', 'maxItems']);

const numeric: ReadonlySet<Meaning> = new Set([
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
]);
const numericKinds: ReadonlySet<ScalarKind> = new Set(['int', 'integer', 'number']);
const textKinds: ReadonlySet<ScalarKind> = new Set(['string', 'id', 'digits', 'unknown']);

/**
 * The keyword that says it of this shape. Of a list, its length is bounded, or else each item is;
 * a bound of another type says nothing.
 */
function keywordFor(meaning: Meaning, shape: InputShape): BoundKeyword | undefined {
  if (shape.kind === 'list') {
    if (meaning === 'minSize' || meaning === 'minItems') return 'minItems';
    if (meaning === 'maxSize' || meaning === 'maxItems') return 'maxItems';
    return keywordFor(meaning, shape.item.shape);
  }
  if (shape.kind !== 'scalar' || meaning === 'minItems' || meaning === 'maxItems') return undefined;
  const kinds = numeric.has(meaning) ? numericKinds : textKinds;
  if (!kinds.has(shape.rule.kind)) return undefined;
  if (meaning === 'minSize') return 'minLength';
  return meaning === 'maxSize' ? 'maxLength' : meaning;
}

/** The constraints of every place that a value goes to, which hold at once. */
export function tightest(all: readonly Constraints[]): Constraints {
  const [first = unconstrained, ...others] = all.filter((one) => one !== unconstrained);
  return others.reduce(
    (one, other) => ({ ...one, ...other, bounds: tighter(one.bounds, other.bounds) }),
    first,
  );
}

/** Bounds that hold at once; of two of a kind, the tighter. */
export function tighter(one: Bounds, other: Bounds): Bounds {
  const merged: Record<string, unknown> = { ...one, ...other };
  for (const keyword of [...boundKeywords, ...listKeywords]) {
    const [a, b] = [one[keyword], other[keyword]];
    if (typeof a !== 'number' || typeof b !== 'number') continue;
    if (keyword !== 'multipleOf')
      merged[keyword] = /^(m|exclusiveM)in/.test(keyword) ? Math.max(a, b) : Math.min(a, b);
  }
  return merged;
}
