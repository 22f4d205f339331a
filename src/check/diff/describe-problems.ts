import type { SchemaPosition } from './change.ts';
import type { Kind } from '../schema/schema-node.ts';
import type { Constraint, Problem } from '../schema/problem.ts';

/** Whether the new schema takes less than the old one, or more. */
export type Direction = 'narrowed' | 'widened';

/** Says what changed at one path, in a sentence: `Argument "filter.limit" no longer takes null.` */
export function describeProblems(
  position: SchemaPosition,
  direction: Direction,
  path: string,
  problems: readonly [Problem, ...Problem[]],
): string {
  const { constraint } = problems[0];
  const what = constraint === 'type' ? listKinds(problems) : problems.map(({ detail }) => detail);
  const list = bounds.has(constraint) ? what.join(' and ') : join(what);
  const predicate = predicates[position][direction][constraint](list);
  return `${subjectOf(position, path)} ${predicate}.`;
}

/** Constraints of which several hold at once. */
const bounds: ReadonlySet<Constraint> = new Set<Constraint>([
  'length',
  'pattern',
  'format',
  'range',
  'multiple',
  'items',
  'members',
]);

/** How `@oneOf` stands in a schema. */
const exactlyOne = 'minProperties 1 and maxProperties 1';

function subjectOf(position: SchemaPosition, path: string): string {
  if (path === '') return position === 'input' ? 'The arguments' : 'The result';
  return position === 'input' ? `Argument "${path}"` : `Result "${path}"`;
}

const kindNames: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'a boolean',
  string: 'a text',
  integer: 'an integer',
  fraction: 'a number with a fraction',
  array: 'a list',
  object: 'an object',
};

function listKinds(problems: readonly Problem[]): readonly string[] {
  const kinds = new Set(problems.map(({ detail }) => detail));
  if (kinds.has('integer') && kinds.delete('fraction')) {
    kinds.delete('integer');
    kinds.add('number');
  }
  const names = new Map<string, string>(Object.entries(kindNames)).set('number', 'a number');
  return [...kinds].map((kind) => names.get(kind) ?? kind);
}

/** Writes a list; a long one is cut, for the whole stands in the schema. */
function join(names: readonly string[]): string {
  const shown = names.length > maxListed ? [...names.slice(0, maxListed), '…'] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} or ${last}`;
}

const maxListed = 8;

type Predicate = (what: string) => string;
type Predicates = Readonly<Record<Constraint, Predicate>>;

const unclear = (what: string) => `cannot be compared to the end (${what || 'too large'})`;

/** Calls that were taken are refused. */
const inputNarrowed: Predicates = {
  type: (what) => `no longer takes ${what}`,
  value: (what) => `no longer takes ${what}`,
  values: (what) => `takes nothing but ${what} now`,
  length: (what) => `is bounded now: ${what}`,
  pattern: (what) => `must match ${what} now`,
  format: (what) => `must be a ${what} now`,
  range: (what) => `is bounded now: ${what}`,
  multiple: (what) => `is bounded now: ${what}`,
  items: (what) => `is bounded now: ${what}`,
  members: (what) =>
    what === exactlyOne ? 'takes exactly one member now' : `is bounded now: ${what}`,
  required: () => 'is required now',
  missing: () => 'is new and required',
  undeclared: () => 'was free, and has a schema now',
  closed: () => 'is no longer taken',
  union: () => 'fits none of the alternatives any more',
  keyword: unclear,
  complex: unclear,
};

/** Calls are taken that were refused. */
const inputWidened: Predicates = {
  type: (what) => `also takes ${what} now`,
  value: (what) => `also takes ${what} now`,
  values: () => 'takes more than a list of values now',
  length: (what) => `is no longer bounded by ${what}`,
  pattern: (what) => `need not match ${what} any more`,
  format: (what) => `need not be a ${what} any more`,
  range: (what) => `is no longer bounded by ${what}`,
  multiple: (what) => `is no longer bounded by ${what}`,
  items: (what) => `is no longer bounded by ${what}`,
  members: (what) =>
    what === exactlyOne
      ? 'takes more or less than one member now'
      : `is no longer bounded by ${what}`,
  required: () => 'is no longer required',
  missing: () => 'was required, and is gone',
  undeclared: () => 'has no schema any more',
  closed: () => 'is new and optional',
  union: () => 'has other alternatives',
  keyword: (what) => `has other keywords (${what})`,
  complex: () => 'is too large to be compared to the end',
};

/** Answers may come that the old schema refuses. */
const outputWidened: Predicates = {
  type: (what) => `may be ${what} now`,
  value: (what) => `may be ${what} now`,
  values: (what) => `may be other than ${what} now`,
  length: (what) => `is no longer bounded by ${what}`,
  pattern: (what) => `need not match ${what} any more`,
  format: (what) => `need not be a ${what} any more`,
  range: (what) => `is no longer bounded by ${what}`,
  multiple: (what) => `is no longer bounded by ${what}`,
  items: (what) => `is no longer bounded by ${what}`,
  members: (what) => `is no longer bounded by ${what}`,
  required: () => 'may be absent now',
  missing: () => 'is gone',
  undeclared: () => 'is gone from the schema, so anything may stand there',
  closed: () => 'may stand there now',
  union: () => 'may be none of the old alternatives',
  keyword: unclear,
  complex: unclear,
};

/** Answers that the old schema took do not come any more. */
const outputNarrowed: Predicates = {
  type: (what) => `is never ${what} any more`,
  value: (what) => `is never ${what} any more`,
  values: (what) => `is nothing but ${what} now`,
  length: (what) => `is bounded now: ${what}`,
  pattern: (what) => `always matches ${what} now`,
  format: (what) => `is always a ${what} now`,
  range: (what) => `is bounded now: ${what}`,
  multiple: (what) => `is bounded now: ${what}`,
  items: (what) => `is bounded now: ${what}`,
  members: (what) => `is bounded now: ${what}`,
  required: () => 'is always there now',
  missing: () => 'is new',
  undeclared: () => 'is new, and not always there',
  closed: () => 'never stands there any more',
  union: () => 'has other alternatives',
  keyword: (what) => `has other keywords (${what})`,
  complex: () => 'is too large to be compared to the end',
};

const predicates: Readonly<Record<SchemaPosition, Readonly<Record<Direction, Predicates>>>> = {
  input: { narrowed: inputNarrowed, widened: inputWidened },
  output: { narrowed: outputNarrowed, widened: outputWidened },
};
