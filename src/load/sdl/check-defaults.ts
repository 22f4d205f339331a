import { Kind, type TypeDefinitionNode, type ObjectValueNode, type ValueNode } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { namedTypeOf } from './declarations.ts';

/** Reports the defaults of input fields with which no schema can be built. */
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

/** Reports the default of a field. */
export function reportDefault(
  { coordinate, what }: DefaultProblem,
  place: Diagnostic['place'],
): Diagnostic {
  return loadDiagnostic('SCHEMA_DEFAULT_ENDLESS', `The default of "${coordinate}" ${what}.`, {
    place,
  });
}

/** The parts of an input field that its default depends on. */
export interface DefaultedField {
  /** The named type within lists and non-nulls. */
  readonly typeName: string;
  readonly literal: ValueNode | undefined;
}

/** The fields of input object types, by type and name. */
export type DefaultedTypes = ReadonlyMap<string, ReadonlyMap<string, DefaultedField>>;

/** A default with which no schema can be built. */
export interface DefaultProblem {
  /** The field, as `Type.field`. */
  readonly coordinate: string;
  readonly literal: ValueNode;
  /** The problem, as a predicate after the field's coordinate. */
  readonly what: string;
}

/**
 * The longest chain of types whose defaults refer to each other; graphql overflows its stack on
 * longer ones.
 */
const maxSteps = 100;

/** The most values of one default, those of nested defaults included. */
const maxValues = 1_000;

/**
 * Finds defaults that refer to themselves or grow without bound.
 *
 * graphql 16 computes the value of a default while it creates the fields of its type, and an object
 * in a default needs the fields of its own type first. If their defaults lead back, graphql
 * overflows its stack, even if the object omits no field.
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

/** A default under measurement; its problem is reported once. */
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
  const values = new Map(literal.fields.map(({ name, value }) => [name.value, value]));
  let size = 1;
  for (const [name, field] of walk.types.get(typeName) ?? []) {
    const value = values.get(name);
    size += value
      ? sizeOf(subject, value, field.typeName)
      : (walk.sizes.get(`${typeName}.${name}`) ?? 0);
  }
  return size;
}
