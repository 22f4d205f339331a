import { print, type FieldNode } from 'graphql';
import { collectFields, type SelectionContext } from '../output/collect-fields.ts';
import type { ObjectRef } from '../output/object-ref.ts';
import type { Position } from '../output/position.ts';
import { runtimeTypesOf } from '../output/runtime-type.ts';
import type { Shapes } from '../output/shapes.ts';

/** Objects looked at; an answer with more is not worth the doubt. */
const maxObjects = 10_000;

/**
 * Whether each response name means one field with the same arguments, on every type an object may
 * have: what a server needs to answer at all.
 *
 * Operations may still give one name to fields of different types on types that cannot overlap,
 * which graphql-js refuses and other servers accept; their schemas then unite the types.
 *
 * See `FieldsInSetCanMerge`, https://spec.graphql.org/September2025/#FieldsInSetCanMerge().
 */
export function namesMeanOneField(
  context: SelectionContext,
  shapes: Shapes,
  root: ObjectRef,
): boolean {
  const objects = new Set([root]);
  // for..of also visits what is added on the way
  for (const object of objects) {
    if (objects.size > maxObjects || !isUnambiguous(context, object)) return false;
    for (const { fields } of shapes.of(object)) {
      for (const { position } of fields.values()) {
        for (const inner of objectsAt(position)) objects.add(inner);
      }
    }
  }
  return true;
}

function isUnambiguous(context: SelectionContext, { type, selections }: ObjectRef): boolean {
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

function argumentsText({ arguments: given = [] }: FieldNode): string {
  return given.map(print).sort().join();
}

function objectsAt({ items, objects }: Position): readonly ObjectRef[] {
  return items ? [...objects, ...objectsAt(items)] : objects;
}
