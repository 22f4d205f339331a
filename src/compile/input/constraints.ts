import { valueFromASTUntyped, type ConstDirectiveNode } from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { ownMember } from '../../core/json.ts';
import {
  boundKeywords,
  isSafeBound,
  listKeywords,
  type BoundKeyword,
  type Bounds,
} from '../model/bounds.ts';
import { textKinds, type ScalarKind } from '../model/well-known-scalars.ts';
import { unconstrained, type Constraints, type InputShape } from './shapes.ts';

/** The meaning of a directive's argument; a size is the length of a string or a list. */
type Meaning = BoundKeyword | 'minSize' | 'maxSize';

type Meanings = { readonly [argument: string]: Meaning };

/** Arguments with the same meaning in several libraries. */
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
 * Constraint directives, by name in lower case: those of graphql-constraint-directive,
 * graphql-java-extended-validation and similar libraries.
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
 * Reads the constraints from the directives of an argument or input field.
 *
 * @param isItem whether `shape` is an item of the list that has the directives: constraints on the
 *   length of the list do not apply to it.
 */
export function readConstraints(
  nodes: readonly ConstDirectiveNode[] | undefined,
  shape: InputShape,
  isItem = false,
): Constraints {
  if (!nodes?.length) return unconstrained;
  const entries = nodes.flatMap(({ name, arguments: args = [] }) => {
    const meanings = directives.get(name.value.toLowerCase());
    if (!meanings) return [];
    return args.flatMap(({ name: argument, value }) => {
      const meaning = ownMember(meanings, argument.value) as Meaning | undefined;
      if (!meaning || (isItem && listLengths.has(meaning))) return [];
      const keyword = keywordOf(meaning, shape);
      return keyword ? [[keyword, valueFromASTUntyped(value) as unknown] as const] : [];
    });
  });
  if (entries.length === 0) return unconstrained;
  const safe = entries.filter(([keyword, bound]) => isSafeBound(keyword, bound));
  const unsafe = new Map(entries.filter(([keyword, bound]) => !isSafeBound(keyword, bound)));
  const [pattern, multiple] = [unsafe.get('pattern'), unsafe.get('multipleOf')];
  return {
    bounds: safe.reduce<Bounds>(
      (bounds, [keyword, bound]) => intersectBounds(bounds, { [keyword]: bound }),
      {},
    ),
    ...(typeof pattern === 'string' && { textPattern: pattern }),
    ...(typeof multiple === 'number' && multiple > 0 && { textMultiple: multiple }),
  };
}

/** Meanings that can refer to the length of a list. */
const listLengths: ReadonlySet<Meaning> = new Set(['minSize', 'maxSize', 'minItems', 'maxItems']);

const numeric: ReadonlySet<Meaning> = new Set([
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
]);
const numericKinds: ReadonlySet<ScalarKind> = new Set(['int', 'integer', 'number']);

/**
 * Returns the keyword with this meaning for a shape; undefined if the constraint does not apply to its
 * type. In a list, sizes apply to the list and other constraints to its items.
 */
function keywordOf(meaning: Meaning, shape: InputShape): BoundKeyword | undefined {
  if (shape.kind === 'list') {
    if (meaning === 'minSize' || meaning === 'minItems') return 'minItems';
    if (meaning === 'maxSize' || meaning === 'maxItems') return 'maxItems';
    return keywordOf(meaning, shape.item.shape);
  }
  if (shape.kind !== 'scalar' || meaning === 'minItems' || meaning === 'maxItems') return undefined;
  const kinds = numeric.has(meaning) ? numericKinds : textKinds;
  if (!kinds.has(shape.rule.kind)) return undefined;
  if (meaning === 'minSize') return 'minLength';
  return meaning === 'maxSize' ? 'maxLength' : meaning;
}

/** Intersects the constraints of all places that a value is passed to. */
export function intersectConstraints(all: readonly Constraints[]): Constraints {
  const [first = unconstrained, ...others] = all.filter((one) => one !== unconstrained);
  return others.reduce(
    (one, other) => ({ ...one, ...other, bounds: intersectBounds(one.bounds, other.bounds) }),
    first,
  );
}

function intersectBounds(one: Bounds, other: Bounds): Bounds {
  const merged: Record<string, unknown> = { ...one, ...other };
  for (const keyword of [...boundKeywords, ...listKeywords]) {
    const [a, b] = [one[keyword], other[keyword]];
    if (typeof a !== 'number' || typeof b !== 'number') continue;
    if (keyword !== 'multipleOf')
      merged[keyword] = /^(m|exclusiveM)in/.test(keyword) ? Math.max(a, b) : Math.min(a, b);
  }
  return merged;
}

/**
 * Adds bounds to the schema of a shape: list lengths to the schema itself, all others to the innermost
 * items. Bounds in the schema still apply.
 */
export function withBounds(schema: JsonSchema, shape: InputShape, bounds: Bounds): JsonSchema {
  const { minItems, maxItems, ...others } = bounds;
  return {
    ...schema,
    ...withItemBounds(schema, shape, others),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

function withItemBounds(schema: JsonSchema, shape: InputShape, bounds: Bounds): JsonSchema {
  if (shape.kind !== 'list') return { ...schema, ...intersectBounds(schema, bounds) };
  return { ...schema, items: withItemBounds(schema.items ?? {}, shape.item.shape, bounds) };
}
