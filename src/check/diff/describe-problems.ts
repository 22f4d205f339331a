import { listAlternatives } from '../../core/text.ts';
import type { Constraint, Problem } from '../schema/problem.ts';
import type { Kind } from '../schema/schema-node.ts';
import type { SchemaPosition } from './change.ts';

/** Whether the new schema accepts less than the old one, or more. */
export type Direction = 'narrowed' | 'widened';

/** Describes the change at one path: `Argument "filter.limit" no longer accepts null.` */
export function describeProblems(
  position: SchemaPosition,
  direction: Direction,
  path: string,
  problems: readonly [Problem, ...Problem[]],
): string {
  const { constraint } = problems[0];
  const details = [...new Set(problems.map(({ detail }) => detail))];
  const what = constraint === 'type' ? nameKinds(details) : details;
  const list = conjunctive.has(constraint) ? what.join(' and ') : join(what);
  const predicate = predicates[position][direction][constraint](list);
  return `${subjectOf(position, path)} ${predicate}.`;
}

/** Constraints of which several apply at once. */
const conjunctive: ReadonlySet<Constraint> = new Set<Constraint>(['bound', 'pattern', 'format']);

/** `@oneOf` as keywords. */
const exactlyOne = 'minProperties 1 and maxProperties 1';

function subjectOf(position: SchemaPosition, path: string): string {
  if (path === '') return position === 'input' ? 'The arguments' : 'The result';
  return position === 'input' ? `Argument "${path}"` : `Result "${path}"`;
}

const kindNames: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'a boolean',
  string: 'a string',
  integer: 'an integer',
  fraction: 'a number with a fraction',
  array: 'a list',
  object: 'an object',
};

function nameKinds(details: readonly string[]): readonly string[] {
  const kinds = new Set(details);
  if (kinds.has('integer') && kinds.delete('fraction')) {
    kinds.delete('integer');
    kinds.add('number');
  }
  const names = new Map<string, string>(Object.entries(kindNames)).set('number', 'a number');
  return [...kinds].map((kind) => names.get(kind) ?? kind);
}

/** Lists alternatives; the schema has the rest of a long list. */
function join(names: readonly string[]): string {
  return listAlternatives(names.length > maxListed ? [...names.slice(0, maxListed), '…'] : names);
}

const maxListed = 8;

type Predicate = (what: string) => string;
type Predicates = Readonly<Record<Constraint, Predicate>>;

const unclear = (what: string) => `cannot be compared completely (${what})`;
const complex = () => 'cannot be compared completely';

/** Calls that were accepted are refused. */
const inputNarrowed: Predicates = {
  type: (what) => `no longer accepts ${what}`,
  value: (what) => `no longer accepts ${what}`,
  values: (what) => `only accepts ${what} now`,
  pattern: (what) => `must match ${what} now`,
  format: (what) => `must be a ${what} now`,
  bound: (what) =>
    what === exactlyOne ? 'accepts exactly one member now' : `is bounded now: ${what}`,
  required: () => 'is required now',
  missing: () => 'is new and required',
  undeclared: () => 'accepted any value, and has a schema now',
  closed: () => 'is no longer accepted',
  keyword: unclear,
  complex,
};

/** Calls that were refused are accepted. */
const inputWidened: Predicates = {
  type: (what) => `also accepts ${what} now`,
  value: (what) => `also accepts ${what} now`,
  values: () => 'also accepts values that are not listed now',
  pattern: (what) => `no longer needs to match ${what}`,
  format: (what) => `no longer needs to be a ${what}`,
  bound: (what) =>
    what === exactlyOne
      ? 'accepts more or less than one member now'
      : `is no longer bounded by ${what}`,
  required: () => 'is no longer required',
  missing: () => 'was required, and was removed',
  undeclared: () => 'has no schema now, and accepts any value',
  closed: () => 'is new and optional',
  keyword: (what) => `has other keywords (${what})`,
  complex,
};

/** Answers may come that the old schema refuses. */
const outputWidened: Predicates = {
  type: (what) => `may be ${what} now`,
  value: (what) => `may be ${what} now`,
  values: (what) => `may be other than ${what} now`,
  bound: (what) => `is no longer bounded by ${what}`,
  pattern: (what) => `no longer needs to match ${what}`,
  format: (what) => `no longer needs to be a ${what}`,
  required: () => 'may be absent now',
  missing: () => 'was removed',
  undeclared: () => 'was removed from the schema, so it may be any value',
  closed: () => 'may be present now',
  keyword: unclear,
  complex,
};

/** Answers that the old schema accepts are no longer returned. */
const outputNarrowed: Predicates = {
  type: (what) => `is no longer ${what}`,
  value: (what) => `is no longer ${what}`,
  values: (what) => `is only ${what} now`,
  bound: (what) => `is bounded now: ${what}`,
  pattern: (what) => `always matches ${what} now`,
  format: (what) => `is always a ${what} now`,
  required: () => 'is always present now',
  missing: () => 'is new',
  undeclared: () => 'is new, and not always present',
  closed: () => 'is never present now',
  keyword: (what) => `has other keywords (${what})`,
  complex,
};

const predicates: Readonly<Record<SchemaPosition, Readonly<Record<Direction, Predicates>>>> = {
  input: { narrowed: inputNarrowed, widened: inputWidened },
  output: { narrowed: outputNarrowed, widened: outputWidened },
};
