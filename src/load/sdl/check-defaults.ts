import { Kind, type TypeDefinitionNode } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import {
  findDefaultProblems,
  type DefaultedField,
  type DefaultProblem,
} from '../default-problems.ts';
import { finding } from '../finding.ts';
import { placeOf } from '../place-of.ts';
import { namedTypeOf } from './type-index.ts';

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
  return finding(
    'error',
    'SCHEMA_DEFAULT_ENDLESS',
    `The default of "${coordinate}" ${what}.`,
    'Remove the default, or write a value that ends.',
    { place },
  );
}
