import { stableJson, type JsonValue } from '../../core/json.ts';
import { acceptedByShape, accepts, isNumericFormat } from './accepts.ts';
import { eachItem, eachMember, type Constraint, type PathStep } from './problem.ts';
import { freshName, sampleList, sampleNode, sampleObject, scalarCandidates } from './sample.ts';
import {
  anything,
  casesOf,
  isNumber,
  kindOf,
  memberOf,
  nothing,
  type Bounds,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/** What must hold so that all values of one shape match another; each holds or not on its own. */
export type Obligation = Violation | PartObligation;

/** A keyword of the other shape refuses some values. */
export interface Violation {
  readonly constraint: Constraint;
  readonly detail: string;
  /** The member that it is about; absent for the value itself. */
  readonly member?: string;
  /** Creates values that are refused. */
  readonly candidates: () => readonly (JsonValue | undefined)[];
}

/** The schemas of a part must hold: those of a member, or of all items. */
export interface PartObligation {
  readonly step: PathStep;
  readonly one: SchemaNode;
  readonly other: SchemaNode;
  /** Whether only the other shape declares the member. */
  readonly isUndeclared: boolean;
  /** Creates a value around a part. */
  readonly wrap: (part: JsonValue) => JsonValue | undefined;
}

/**
 * Returns what must hold so that all values of a shape of one kind match another shape. No obligations
 * mean that all do.
 */
export function obligationsOf(one: Shape, other: Shape): readonly Obligation[] {
  const [kind] = one.kinds;
  if (kind === undefined) return [];
  const keywords = unknownKeywords(one, other);
  if (!other.kinds.includes(kind)) {
    return [violation('type', kind, () => [sampleNode({ shape: one })]), ...keywords];
  }
  const refused = other.excluded.filter((value) => acceptedByShape(one, value));
  return [
    ...refused.map((value) => violation('value', stableJson(value), () => [value])),
    ...(other.values ? [listed(one, other, other.values)] : []),
    ...keywords,
    ...(kind === 'string' ? ofTexts(one, other) : []),
    ...(isNumber(kind) ? ofNumbers(one, other) : []),
    ...(kind === 'array' ? ofLists(one, other) : []),
    ...(kind === 'object' ? ofObjects(one, other) : []),
  ];
}

/** Returns what the listed values of a shape violate. */
export function violationsOfValues(one: Shape, other: SchemaNode): readonly Violation[] {
  const refused = (one.values ?? []).filter((value) => !accepts(other, value));
  const kinds = new Set(casesOf(other).flatMap((shape) => shape.kinds));
  const violations = refused.map((value) => {
    const kind = kindOf(value);
    return kinds.has(kind)
      ? violation('value', stableJson(value), () => [value])
      : violation('type', kind, () => [value]);
  });
  return [...violations, ...unknownKeywordsWithin(one, other)];
}

function violation(
  constraint: Constraint,
  detail: string,
  candidates: Violation['candidates'],
): Violation {
  return { constraint, detail, candidates };
}

/** A keyword that cannot be compared must be the same; one with a reference never is. */
function unknownKeywords(one: Shape, other: Shape): readonly Violation[] {
  const changed = [...other.unknown].filter(
    ([keyword, text]) => one.unknown.get(keyword) !== text || text.includes('"$ref"'),
  );
  return changed.map(([keyword, text]) => violation('keyword', `${keyword}: ${text}`, () => []));
}

function unknownKeywordsWithin(
  one: Shape,
  { shape, union = [] }: SchemaNode,
): readonly Violation[] {
  const ofBranches = union.flatMap((branch) => unknownKeywordsWithin(one, branch));
  return [...unknownKeywords(one, shape), ...ofBranches];
}

/** The other shape lists its values; the one has endlessly many. */
function listed(one: Shape, other: Shape, values: readonly JsonValue[]): Violation {
  const detail = values.map((value) => stableJson(value)).join(', ');
  return violation('values', detail, () => [
    ...refusedScalars(one, other),
    sampleNode({ shape: one }),
  ]);
}

function refusedScalars(one: Shape, other: Shape): readonly JsonValue[] {
  return scalarCandidates(one, other).filter(
    (value) => acceptedByShape(one, value) && !acceptedByShape(other, value),
  );
}

function ofTexts(one: Shape, other: Shape): readonly Violation[] {
  const report = (constraint: Constraint, detail: string) =>
    violation(constraint, detail, () => refusedScalars(one, other));
  const { pattern, format } = other;
  return [
    ...violatedBounds(one.bounds, other.bounds, ['minLength', 'maxLength']).map((bound) =>
      report('bound', bound),
    ),
    ...(pattern === undefined || pattern === one.pattern ? [] : [report('pattern', pattern)]),
    ...(format === undefined || format === one.format || isNumericFormat(format)
      ? []
      : [report('format', format)]),
  ];
}

function ofNumbers(one: Shape, other: Shape): readonly Violation[] {
  const report = (constraint: Constraint, detail: string) =>
    violation(constraint, detail, () => refusedScalars(one, other));
  const { format } = other;
  return [
    ...violatedRange(one.bounds, other.bounds).map((bound) => report('bound', bound)),
    ...(isMultiple(one, other.bounds.multipleOf)
      ? []
      : [report('bound', `multipleOf ${other.bounds.multipleOf}`)]),
    ...(format === undefined || format === one.format || !isNumericFormat(format)
      ? []
      : [report('format', format)]),
  ];
}

/** Returns the bounds of the other shape that are tighter. */
function violatedBounds(
  one: Bounds,
  other: Bounds,
  [min, max]: readonly [keyof Bounds, keyof Bounds],
): readonly string[] {
  const [least, most] = [other[min], other[max]];
  return [
    ...(least !== undefined && least > (one[min] ?? 0) ? [`${min} ${least}`] : []),
    ...(most !== undefined && most < (one[max] ?? Infinity) ? [`${max} ${most}`] : []),
  ];
}

function violatedRange(one: Bounds, other: Bounds): readonly string[] {
  const { minimum: least = -Infinity, exclusiveMinimum: above = -Infinity } = one;
  const { maximum: most = Infinity, exclusiveMaximum: below = Infinity } = one;
  const held = {
    minimum: (bound: number) => least >= bound || above >= bound,
    exclusiveMinimum: (bound: number) => least > bound || above >= bound,
    maximum: (bound: number) => most <= bound || below <= bound,
    exclusiveMaximum: (bound: number) => most < bound || below <= bound,
  };
  return Object.entries(held).flatMap(([keyword, holds]) => {
    const bound = other[keyword as keyof typeof held];
    return bound === undefined || holds(bound) ? [] : [`${keyword} ${bound}`];
  });
}

function isMultiple({ kinds, bounds }: Shape, step: number | undefined): boolean {
  if (step === undefined) return true;
  const known = [bounds.multipleOf ?? NaN, ...(kinds.includes('fraction') ? [] : [1])];
  return known.some((multiple) => Number.isInteger(multiple / step));
}

function ofLists(one: Shape, other: Shape): readonly Obligation[] {
  const bounds = violatedBounds(one.bounds, other.bounds, ['minItems', 'maxItems']);
  const lengths = [0, (other.bounds.maxItems ?? 0) + 1];
  return [
    ...bounds.map((bound) =>
      violation('bound', bound, () => lengths.map((length) => sampleList(one, [], length))),
    ),
    {
      step: eachItem,
      one: one.items ?? anything,
      other: other.items ?? anything,
      isUndeclared: false,
      wrap: (part) => sampleList(one, [part]),
    },
  ];
}

function ofObjects(one: Shape, other: Shape): readonly Obligation[] {
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const isDeclared = (name: string) => (one.properties.get(name) ?? nothing) !== nothing;
  const lacking = [...other.required].filter((name) => !one.required.has(name));
  const missing = new Set(lacking.filter((name) => !isDeclared(name)));
  const parts = [...names]
    .filter((name) => !missing.has(name))
    .map((name) => {
      const isUndeclared = !one.properties.has(name) && other.properties.has(name);
      return partOf(one, name, name, memberOf(one, name), memberOf(other, name), isUndeclared);
    });
  const fresh = freshName(names);
  const rest = [one.additional ?? anything, other.additional ?? anything] as const;
  return [
    ...lacking.map((name) => ({
      ...violation(missing.has(name) ? 'missing' : 'required', name, () => [
        sampleObject(one, { without: name }),
      ]),
      member: name,
    })),
    ...byDistinction(parts),
    partOf(one, eachMember, fresh, ...rest, false),
    ...ofMemberCount(one, other),
  ];
}

function partOf(
  shape: Shape,
  step: PathStep,
  name: string,
  one: SchemaNode,
  other: SchemaNode,
  isUndeclared: boolean,
): PartObligation {
  const wrap = (part: JsonValue) => sampleObject(shape, { given: new Map([[name, part]]) });
  return { step, one, other, isUndeclared, wrap };
}

/** Members that list their values come first, because they tell the branches of a union apart. */
function byDistinction(parts: readonly PartObligation[]): readonly PartObligation[] {
  const lists = ({ other }: PartObligation) => other.shape.values !== undefined;
  return [...parts.filter(lists), ...parts.filter((part) => !lists(part))];
}

function ofMemberCount(one: Shape, other: Shape): readonly Violation[] {
  const { minProperties = 0, maxProperties = Infinity } = one.bounds;
  const known: Bounds = {
    minProperties: Math.max(minProperties, one.required.size),
    maxProperties: Math.min(maxProperties, countMembers(one)),
  };
  const { maxProperties: most } = other.bounds;
  const counts = [0, (most ?? 0) + 1];
  return violatedBounds(known, other.bounds, ['minProperties', 'maxProperties']).map((bound) =>
    violation('bound', bound, () => counts.map((atLeast) => sampleObject(one, { atLeast }))),
  );
}

/** Returns the most members of an object of this shape, by their names alone. */
function countMembers({ additional, properties }: Shape): number {
  if (additional !== nothing) return Infinity;
  return [...properties.values()].filter((member) => member !== nothing).length;
}
