import type { JsonValue } from '../../core/json.ts';
import type { Comparison } from './comparison.ts';
import { eachMember, type PathStep } from './instance-path.ts';
import { problem, within, type Constraint, type Problem } from './problem.ts';
import { freshName, sampleNode, sampleObject, type ObjectDemands } from './sample.ts';
import { anything, memberOf, nothing, type SchemaNode, type Shape } from './schema-node.ts';
import { countMembers } from './tidy-shape.ts';

/** Why objects of one shape may not fit the other. */
export function objectProblems(
  comparison: Comparison,
  one: Shape,
  other: Shape,
): readonly Problem[] {
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

function requiredProblems({ algebra }: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const isKnown = (name: string) => (one.properties.get(name) ?? nothing) !== nothing;
  // a closed object with as many members as it has names has all of those
  const hasAll = one.minMembers >= countMembers(one);
  const missing = [...other.required].filter(
    (name) => !one.required.has(name) && !(hasAll && isKnown(name)),
  );
  return missing.map((name) => {
    const lack = problem(isKnown(name) ? 'required' : 'missing', name, () =>
      sampleObject(algebra, one, { without: name }),
    );
    return { ...lack, path: [name] };
  });
}

/** Whether an object may have a member beside those it must have. */
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

/** Problems of what may stand in a member; a refused member is one problem, whatever it may hold. */
function nodeProblems(
  { algebra, compare }: Comparison,
  mine: SchemaNode,
  theirs: SchemaNode,
): readonly Problem[] {
  if (mine === nothing || algebra.alternatives(mine)?.length === 0) return [];
  if (theirs !== nothing) return compare(mine, theirs);
  return [problem('closed', '', () => sampleNode(algebra, mine))];
}

function inMember(
  { algebra }: Comparison,
  shape: Shape,
  inner: Problem,
  step: PathStep,
  name: string,
): Problem {
  return within(inner, step, (part) => {
    const given: ReadonlyMap<string, JsonValue> = new Map([[name, part]]);
    return sampleObject(algebra, shape, { given });
  });
}

function additionalProblems(comparison: Comparison, one: Shape, other: Shape): readonly Problem[] {
  if (one.required.size >= one.maxMembers) return [];
  const inner = nodeProblems(comparison, one.additional ?? anything, other.additional ?? anything);
  const names = new Map([...other.properties, ...one.properties]);
  const name = freshName({ ...one, properties: names });
  return inner.map((found) => inMember(comparison, one, found, eachMember, name));
}

function countProblems({ algebra }: Comparison, one: Shape, other: Shape): readonly Problem[] {
  const least = Math.max(one.minMembers, one.required.size);
  const most = Math.min(one.maxMembers, countMembers(one));
  const report = (constraint: Constraint, detail: string, demands: ObjectDemands) =>
    problem(constraint, detail, () => sampleObject(algebra, one, demands));
  return [
    ...(other.minMembers > least
      ? [report('members', `minProperties ${other.minMembers}`, {})]
      : []),
    ...(other.maxMembers < most
      ? [report('members', `maxProperties ${other.maxMembers}`, { atLeast: other.maxMembers + 1 })]
      : []),
  ];
}
