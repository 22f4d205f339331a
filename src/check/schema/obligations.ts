import { stableJson, type JsonValue } from '../../core/json.ts';
import { memoizeWeakly } from '../../core/memo.ts';
import { acceptedByShape, accepts, isNumericFormat } from './accepts.ts';
import { violatedBounds } from './bounds.ts';
import { eachItem, eachMember, type Constraint, type PathStep } from './problem.ts';
import { freshName, sampleList, sampleNode, sampleObject, scalarCandidates } from './sample.ts';
import {
  anything,
  casesOf,
  isNumber,
  kindOf,
  memberOf,
  nothing,
  type Kind,
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
 * Yields what must hold so that all values of a shape of one kind match another shape. No obligations mean
 * that all do. Those that tell the branches of a union apart come first.
 */
export function* obligationsOf(one: Shape, other: Shape): Generator<Obligation> {
  const [kind] = one.kinds;
  if (kind === undefined) return;
  if (other.kinds.includes(kind)) {
    if (kind === 'array') yield ofItems(one, other);
    if (kind === 'object') yield* ofObjects(one, other);
    for (const [constraint, detail] of violatedKeywords(one, other, kind)) {
      yield violation(constraint, detail, () => refusedValues(one, other, kind));
    }
    for (const value of other.excluded) {
      if (acceptedByShape(one, value)) yield violation('value', stableJson(value), () => [value]);
    }
  } else yield violation('type', kind, () => [sampleNode({ shape: one })]);
  yield* unknownKeywords(one, other);
}

type Keyword = readonly [constraint: Constraint, detail: string];

function violatedKeywords(one: Shape, other: Shape, kind: Kind): readonly Keyword[] {
  const { values, pattern, format } = other;
  const hasFormat = format !== undefined && isNumericFormat(format) === isNumber(kind);
  const isText = kind === 'string';
  return [
    ...(values ? [['values', values.map(stableJson).join(', ')] as const] : []),
    ...violatedBounds(one, other, kind).map((bound) => ['bound', bound] as const),
    ...(isText && pattern !== undefined && pattern !== one.pattern
      ? [['pattern', pattern] as const]
      : []),
    ...((isText || isNumber(kind)) && hasFormat && format !== one.format
      ? [['format', format] as const]
      : []),
  ];
}

/** Creates values of one shape that another one may refuse by its keywords. */
function refusedValues(one: Shape, other: Shape, kind: Kind): readonly (JsonValue | undefined)[] {
  const { maxItems = -1, maxProperties = -1 } = other.bounds;
  if (kind === 'array') return [0, maxItems + 1].map((length) => sampleList(one, [], length));
  if (kind === 'object') {
    return [0, maxProperties + 1].map((atLeast) => sampleObject(one, { atLeast }));
  }
  return scalarCandidates(one, other).filter(
    (value) => acceptedByShape(one, value) && !acceptedByShape(other, value),
  );
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

function ofItems(one: Shape, other: Shape): PartObligation {
  const wrap = (part: JsonValue) => sampleList(one, [part]);
  const items = { one: one.items ?? anything, other: other.items ?? anything };
  return { step: eachItem, ...items, isUndeclared: false, wrap };
}

function* ofObjects(one: Shape, other: Shape): Generator<Obligation> {
  const isDeclared = (name: string) => (one.properties.get(name) ?? nothing) !== nothing;
  const isLacking = (name: string) => other.required.has(name) && !one.required.has(name);
  const partsOf = function* (names: Iterable<string>): Generator<PartObligation> {
    for (const name of names) {
      if (isLacking(name) && !isDeclared(name)) continue;
      const isUndeclared = !one.properties.has(name) && other.properties.has(name);
      yield partOf(one, name, name, memberOf(one, name), memberOf(other, name), isUndeclared);
    }
  };
  const listing = listingMembers(other);
  yield* partsOf(listing);
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  yield* partsOf([...names].filter((name) => !listing.includes(name)));
  for (const name of other.required) {
    if (!isLacking(name)) continue;
    const constraint = isDeclared(name) ? 'required' : 'missing';
    const candidates = () => [sampleObject(one, { without: name })];
    yield { ...violation(constraint, name, candidates), member: name };
  }
  const rest = [one.additional ?? anything, other.additional ?? anything] as const;
  yield partOf(one, eachMember, freshName(names), ...rest, false);
}

/** Names of the members that list their values, as `__typename` does. */
const listingMembers = memoizeWeakly(({ properties }: Shape): readonly string[] =>
  [...properties].flatMap(([name, { shape }]) => (shape.values ? name : [])),
);

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
