import { stableJson, type JsonValue } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import {
  type Comparison,
  problem,
  type Problem,
  eachMember,
  type PathStep,
  within,
  type Constraint,
  eachItem,
} from './problem.ts';
import {
  includes,
  kindSet,
  listKinds,
  type Kind,
  type Shape,
  anything,
  memberOf,
  nothing,
  type SchemaNode,
} from './schema-node.ts';
import {
  sampleShape,
  freshName,
  sampleNode,
  sampleObject,
  type ObjectDemands,
  sampleList,
} from './sample.ts';
import { scalarCandidates, scalarProblems } from './scalar-problems.ts';
import { countMembers } from './normalize-shape.ts';

/** Returns why values of one shape (too many to enumerate) may not match the other. */
export function shapeProblems(
  comparison: Comparison,
  one: Shape,
  other: Shape,
): readonly Problem[] {
  const common: Shape = { ...one, kinds: one.kinds & other.kinds };
  return [
    ...kindProblems(comparison, one, other),
    ...(other.values === undefined ? [] : listedProblems(comparison, common, other, other.values)),
    ...scalarProblems(common, other),
    ...(includes(common.kinds, 'array') ? listProblems(comparison, common, other) : []),
    ...(includes(common.kinds, 'object') ? objectProblems(comparison, common, other) : []),
    ...keywordProblems(one, other),
  ];
}

function kindProblems({ table }: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const refused = listKinds(one.kinds & ~other.kinds);
  return refused.map((kind) =>
    problem('type', kind, () => sampleShape(table, { ...one, kinds: kindSet(kind) })),
  );
}

/** The other shape lists its values; the one has more of every kind except null and boolean. */
function listedProblems(
  { table }: Comparison,
  one: Shape,
  other: Shape,
  values: readonly JsonValue[],
): readonly Problem[] {
  const refuses = (value: JsonValue) =>
    acceptedByShape(one, value) && !acceptedByShape(other, value);
  const finite = [null, true, false].filter(refuses);
  const endless = listKinds(one.kinds).filter((kind) => !finiteKinds.has(kind));
  return [
    ...finite.map((value) => problem('value', stableJson(value), () => value)),
    ...endless.map((kind) =>
      problem('values', listValues(values), () => {
        const ofKind: Shape = { ...one, kinds: kindSet(kind) };
        const candidates = scalarCandidates(ofKind, other);
        return candidates.find(refuses) ?? sampleShape(table, ofKind);
      }),
    ),
  ];
}

const finiteKinds: ReadonlySet<Kind> = new Set<Kind>(['null', 'boolean']);

function listValues(values: readonly JsonValue[]): string {
  return values.map((value) => stableJson(value)).join(', ');
}

/** Keywords that cannot be compared are a problem unless they are unchanged. */
export function keywordProblems(one: Shape, other: Shape): readonly Problem[] {
  const changed = [...other.other].filter(([keyword, value]) => one.other.get(keyword) !== value);
  return changed.map(([keyword, value]) =>
    problem('keyword', `${keyword}: ${value.split('\n', 1)[0]}`),
  );
}

/** Returns why objects of one shape may not match the other. */
function objectProblems(comparison: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const required = requiredProblems(comparison, one, other);
  const missing = required.filter(({ constraint }) => constraint === 'missing');
  const reported = new Set(missing.map(({ detail }) => detail));
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const members = [...names]
    .filter((name) => !reported.has(name) && mayHave(one, name))
    .flatMap((name) => memberProblems(comparison, one, other, name));
  return [
    ...required,
    ...members,
    ...additionalProblems(comparison, one, other),
    ...countProblems(comparison, one, other),
  ];
}

function requiredProblems({ table }: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const isKnown = (name: string) => (one.properties.get(name) ?? nothing) !== nothing;
  // a closed object with as many members as names has all of them
  const hasAll = one.minMembers >= countMembers(one);
  const missing = [...other.required].filter(
    (name) => !one.required.has(name) && !(hasAll && isKnown(name)),
  );
  return missing.map((name) => {
    const lack = problem(isKnown(name) ? 'required' : 'missing', name, () =>
      sampleObject(table, one, { without: name }),
    );
    return { ...lack, path: [name] };
  });
}

/** Returns whether an object may have a member in addition to the required ones. */
function mayHave(shape: Shape, name: string): boolean {
  return shape.required.has(name) || shape.required.size < shape.maxMembers;
}

function memberProblems(
  comparison: Comparison,
  one: Shape,
  other: Shape,
  name: string,
): readonly Problem[] {
  const mine = memberOf(one, name);
  const theirs = memberOf(other, name);
  const inner = nodeProblems(comparison, mine, theirs);
  const wrapped = inner.map((found) => inMember(comparison, one, found, name, name));
  const [first] = wrapped;
  if (first === undefined || one.properties.has(name) || theirs === nothing) return wrapped;
  return [{ ...first, path: [name], constraint: 'undeclared', detail: name }];
}

/** Compares the schemas of a member; a refused member is one problem, whatever its schema. */
function nodeProblems(
  { table, compare }: Comparison,
  mine: SchemaNode,
  theirs: SchemaNode,
): readonly Problem[] {
  if (mine === nothing || table.alternatives(mine)?.length === 0) return [];
  if (theirs !== nothing) return compare(mine, theirs);
  return [problem('closed', '', () => sampleNode(table, mine))];
}

function inMember(
  { table }: Comparison,
  shape: Shape,
  inner: Problem,
  step: PathStep,
  name: string,
): Problem {
  return within(inner, step, (part) => {
    const given: ReadonlyMap<string, JsonValue> = new Map([[name, part]]);
    return sampleObject(table, shape, { given });
  });
}

function additionalProblems(comparison: Comparison, one: Shape, other: Shape): readonly Problem[] {
  if (one.required.size >= one.maxMembers) return [];
  const inner = nodeProblems(comparison, one.additional ?? anything, other.additional ?? anything);
  const names = new Map([...other.properties, ...one.properties]);
  const name = freshName({ ...one, properties: names });
  return inner.map((found) => inMember(comparison, one, found, eachMember, name));
}

function countProblems({ table }: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const least = Math.max(one.minMembers, one.required.size);
  const most = Math.min(one.maxMembers, countMembers(one));
  const report = (constraint: Constraint, detail: string, demands: ObjectDemands) =>
    problem(constraint, detail, () => sampleObject(table, one, demands));
  return [
    ...(other.minMembers > least
      ? [report('members', `minProperties ${other.minMembers}`, {})]
      : []),
    ...(other.maxMembers < most
      ? [report('members', `maxProperties ${other.maxMembers}`, { atLeast: other.maxMembers + 1 })]
      : []),
  ];
}

/** Returns why lists of one shape may not match the other. */
function listProblems(comparison: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const { table, compare } = comparison;
  const found: Problem[] = [];
  if (other.minItems > one.minItems) {
    found.push(problem('items', `minItems ${other.minItems}`, () => sampleList(table, one, [])));
  }
  if (other.maxItems < one.maxItems) {
    const more = other.maxItems + 1;
    found.push(
      problem('items', `maxItems ${other.maxItems}`, () => sampleList(table, one, [], more)),
    );
  }
  const items = one.items ?? anything;
  if (one.maxItems === 0 || table.alternatives(items)?.length === 0) return found;
  const inner = compare(items, other.items ?? anything);
  return [
    ...found,
    ...inner.map((each) => within(each, eachItem, (part) => sampleList(table, one, [part]))),
  ];
}
