import { loadDiagnostic } from '../model/diagnostics.ts';
import { Kind, type TypeDefinitionNode, type ObjectValueNode, type ValueNode } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { placeOf } from '../files/parse-document.ts';
import { namedTypeOf } from './declarations.ts';

/** Says which defaults of input fields no schema can be built with, an error each. */
export function checkDefaults(
  types: ReadonlyMap<string, TypeDefinitionNode>,
): readonly Diagnostic[] {
  const inputs = [...types.values()].flatMap((node) =>
    node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? node : [],
  );
  const fields = inputs.map(({ name, fields: nodes = [] }) => {
    const defaults = nodes.map((field): [string, DefaultedField] => {
      const typeName = namedTypeOf(field.type).name.value;
      return [field.name.value, { typeName, literal: field.defaultValue }];
    });
    return [name.value, new Map(defaults)] as const;
  });
  return findDefaultProblems(new Map(fields)).map((problem) =>
    reportDefault(problem, placeOf(problem.literal)),
  );
}

/** Names the field whose default it is. */
export function reportDefault(
  { coordinate, what }: DefaultProblem,
  place: Diagnostic['place'],
): Diagnostic {
  return loadDiagnostic('SCHEMA_DEFAULT_ENDLESS', `The default of "${coordinate}" ${what}.`, {
    place,
  });
}

/** An input field, as far as its default goes. */
export interface DefaultedField {
  /** The named type within lists and non-nulls. */
  readonly typeName: string;
  readonly literal: ValueNode | undefined;
}

/** The fields of input object types, by type and name. */
export type DefaultedTypes = ReadonlyMap<string, ReadonlyMap<string, DefaultedField>>;

/** A default that no schema can be built with. */
export interface DefaultProblem {
  /** The field, as `Type.field`. */
  readonly coordinate: string;
  readonly literal: ValueNode;
  /** What is wrong, to go after the field's coordinate. */
  readonly what: string;
}

/** Types whose defaults may lead to one another in a row; more would overrun the stack of graphql. */
const maxSteps = 100;

/** Values that one default may have, those that come of other defaults counted. */
const maxValues = 1_000;

/**
 * Finds defaults that refer to themselves, and those that grow without bounds.
 *
 * graphql 16 makes the value of a default while it makes the fields of its type. An object in a
 * default needs the fields of that object's type first: where these have defaults that lead back, it
 * overruns its stack, even if the object happens to leave out no field.
 */
export function findDefaultProblems(types: DefaultedTypes): readonly DefaultProblem[] {
  const walk: Walk = { types, sizes: new Map(), open: [], done: new Set(), problems: [] };
  for (const name of types.keys()) measureType(walk, name);
  return walk.problems;
}

interface Walk {
  readonly types: DefaultedTypes;
  /** Values of each default, by coordinate. */
  readonly sizes: Map<string, number>;
  /** Types that are being measured, the outermost first. */
  readonly open: string[];
  readonly done: Set<string>;
  readonly problems: DefaultProblem[];
}

/** A default that is being measured; its problem is told once. */
interface Subject {
  readonly walk: Walk;
  problem: string | undefined;
}

function measureType(walk: Walk, typeName: string): void {
  const fields = walk.types.get(typeName);
  if (!fields || walk.done.has(typeName)) return;
  walk.open.push(typeName);
  for (const [name, { typeName: inner, literal }] of fields) {
    if (!literal) continue;
    const coordinate = `${typeName}.${name}`;
    const subject: Subject = { walk, problem: undefined };
    const size = sizeOf(subject, literal, inner);
    if (size > maxValues) subject.problem ??= `has more than ${maxValues} values`;
    const what = subject.problem;
    if (what !== undefined) walk.problems.push({ coordinate, literal, what });
    walk.sizes.set(coordinate, what === undefined ? size : 1);
  }
  walk.open.pop();
  walk.done.add(typeName);
}

function sizeOf(subject: Subject, literal: ValueNode, typeName: string): number {
  if (literal.kind === Kind.LIST) {
    return literal.values.reduce((sum, item) => sum + sizeOf(subject, item, typeName), 1);
  }
  return literal.kind === Kind.OBJECT ? sizeOfObject(subject, literal, typeName) : 1;
}

function sizeOfObject(subject: Subject, literal: ObjectValueNode, typeName: string): number {
  const { walk } = subject;
  if (walk.open.includes(typeName)) {
    subject.problem ??= `refers to itself: it holds a "${typeName}", whose defaults lead back to it`;
    return 1;
  }
  if (walk.open.length > maxSteps) {
    subject.problem ??= `needs the defaults of more than ${maxSteps} types`;
    return 1;
  }
  measureType(walk, typeName);
  const given = new Map(literal.fields.map(({ name, value }) => [name.value, value]));
  let size = 1;
  for (const [name, field] of walk.types.get(typeName) ?? []) {
    const value = given.get(name);
    size += value
      ? sizeOf(subject, value, field.typeName)
      : (walk.sizes.get(`${typeName}.${name}`) ?? 0);
  }
  return size;
}
