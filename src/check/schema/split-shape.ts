import { stableJson } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import type { Algebra } from './algebra.ts';
import { includes, kindSet, listKinds } from './kinds.ts';
import { memberOf, nothing, type SchemaNode, type Shape } from './schema-node.ts';

/** More listed values than this are not told apart. */
const maxValues = 16;

/** Members of members beyond this depth are not told apart. */
const maxDepth = 3;

/**
 * Splits a shape into cases that together allow the same, so that each may fit a branch of a union
 * although the whole fits none; `undefined` where there is nothing to tell apart.
 *
 * | shape                                       | cases                                       |
 * | ------------------------------------------- | ------------------------------------------- |
 * | several kinds                               | one kind each                               |
 * | texts, where branches list or exclude some  | each of those, and all others               |
 * | an object with an optional member           | without it, and with it                     |
 * | an object with a member that can be split   | one case of the member each                 |
 *
 * Of an object's members only those are looked at that some branch speaks of.
 */
export function splitShape(
  algebra: Algebra,
  shape: Shape,
  branches: readonly Shape[],
  depth = 0,
): readonly Shape[] | undefined {
  if (depth > maxDepth) return undefined;
  const ofKind = listKinds(shape.kinds);
  if (ofKind.length > 1) {
    return ofKind.map((kind) =>
      algebra.derive(shape, `kind ${kind}`, () => ({ ...shape, kinds: kindSet(kind) })),
    );
  }
  if (includes(shape.kinds, 'string')) return splitTexts(algebra, shape, branches);
  if (includes(shape.kinds, 'object')) return splitObject(algebra, shape, branches, depth);
  return undefined;
}

function splitTexts(
  algebra: Algebra,
  shape: Shape,
  branches: readonly Shape[],
): readonly Shape[] | undefined {
  const named = branches.flatMap(({ values = [], excluded }) => [...values, ...excluded]);
  const told = shape.values ?? named.filter((value) => acceptedByShape(shape, value));
  const values = [...new Set(told)];
  const isOne = shape.values !== undefined && values.length < 2;
  if (isOne || values.length === 0 || values.length > maxValues) return undefined;
  const cases = values.map((value) =>
    algebra.derive(shape, `value ${stableJson(value)}`, () => ({ ...shape, values: [value] })),
  );
  if (shape.values !== undefined) return cases;
  const others = algebra.derive(shape, `none of ${stableJson(values)}`, () => ({
    ...shape,
    excluded: [...shape.excluded, ...values],
  }));
  return [...cases, others];
}

function splitObject(
  algebra: Algebra,
  shape: Shape,
  branches: readonly Shape[],
  depth: number,
): readonly Shape[] | undefined {
  const objects = branches.filter(({ kinds }) => includes(kinds, 'object'));
  const names = objects.flatMap((branch) => [...branch.properties.keys(), ...branch.required]);
  const listed = [...new Set(names)].sort(
    (one, other) => weigh(objects, other) - weigh(objects, one),
  );
  for (const name of listed) {
    const cases = splitMember(algebra, shape, name, objects, depth + 1);
    if (cases !== undefined) return cases;
  }
  return undefined;
}

/** Members by whose value branches are told apart are split first. */
function weigh(branches: readonly Shape[], name: string): number {
  const telling = branches.filter((branch) => {
    const { values, excluded } = memberOf(branch, name).shape;
    return values !== undefined || excluded.length > 0 || branch.required.has(name);
  });
  return telling.length;
}

function splitMember(
  algebra: Algebra,
  shape: Shape,
  name: string,
  branches: readonly Shape[],
  depth: number,
): readonly Shape[] | undefined {
  const node = memberOf(shape, name);
  if (node === nothing) return undefined;
  if (!shape.required.has(name)) {
    const required = new Set([...shape.required, name]);
    return [
      withMember(algebra, shape, name, nothing),
      algebra.derive(shape, `requires ${name}`, () => ({ ...shape, required })),
    ];
  }
  const cases = splitNode(algebra, node, depth, () =>
    branches.flatMap((branch) => algebra.alternatives(memberOf(branch, name)) ?? []),
  );
  return cases?.map((part) => withMember(algebra, shape, name, algebra.nodeOf(part)));
}

function splitNode(
  algebra: Algebra,
  node: SchemaNode,
  depth: number,
  branches: () => readonly Shape[],
): readonly Shape[] | undefined {
  const shapes = algebra.alternatives(node);
  const [only, ...others] = shapes ?? [];
  if (only === undefined) return undefined;
  return others.length > 0 ? shapes : splitShape(algebra, only, branches(), depth);
}

function withMember(algebra: Algebra, shape: Shape, name: string, node: SchemaNode): Shape {
  return algebra.derive(shape, `${node.id} in ${name}`, () => ({
    ...shape,
    properties: new Map(shape.properties).set(name, node),
  }));
}
