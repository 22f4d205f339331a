import { print, type FieldNode } from 'graphql';
import { collectFields, type SelectionContext } from '../output/collect-fields.ts';
import type { ObjectRef, Position } from '../output/position.ts';
import { runtimeTypesOf } from '../output/conditions.ts';
import type { Shapes } from '../output/shapes.ts';

/** Most objects visited; larger answers count as ambiguous. */
const maxObjects = 10_000;

/**
 * Returns whether each response name means one field with the same arguments, on every type of an
 * object. Servers need this to execute the operation at all.
 *
 * One name may still mean fields of different types on types that cannot overlap. graphql-js rejects
 * that and other servers accept it; the output schema then is the union of the types.
 *
 * See `FieldsInSetCanMerge`, https://spec.graphql.org/September2025/#FieldsInSetCanMerge().
 */
export function fieldsAreUnambiguous(
  context: SelectionContext,
  shapes: Shapes,
  root: ObjectRef,
): boolean {
  const objects = new Set([root]);
  // the iteration also visits the objects added on the way
  for (const object of objects) {
    if (objects.size > maxObjects || !isUnambiguousObject(context, object)) return false;
    for (const { fields } of shapes.of(object)) {
      for (const { position } of fields.values()) {
        for (const inner of objectsAt(position)) objects.add(inner);
      }
    }
  }
  return true;
}

function isUnambiguousObject(context: SelectionContext, { type, selections }: ObjectRef): boolean {
  const runtimes = runtimeTypesOf(type, context.schema).filter(({ kind }) => kind === 'known');
  return runtimes.every((runtime) => {
    const collected = collectFields(context, runtime, type, selections);
    return [...collected.values()].every(([first, ...others]) =>
      others.every(({ node }) => isSameField(first.node, node)),
    );
  });
}

function isSameField(a: FieldNode, b: FieldNode): boolean {
  return a.name.value === b.name.value && argumentsText(a) === argumentsText(b);
}

function argumentsText({ arguments: args = [] }: FieldNode): string {
  return args.map(print).sort().join();
}

function objectsAt({ items, objects }: Position): readonly ObjectRef[] {
  return items ? [...objects, ...objectsAt(items)] : objects;
}
