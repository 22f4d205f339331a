import { stableJson } from '../../core/json.ts';
import { acceptedByShape } from './accepts.ts';
import type { ShapeTable } from './alternatives.ts';
import {
  includes,
  kindSet,
  listKinds,
  memberOf,
  nothing,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/** The most listed values that are split. */
const maxValues = 16;

/** The depth to which members of members are split. */
const maxDepth = 3;

/**
 * Splits a shape into cases whose union is the shape, so that each case may match a branch of a union
 * although the whole shape matches none; `undefined` if there is nothing to split.
 *
 * | shape                                       | cases                                       |
 * | ------------------------------------------- | ------------------------------------------- |
 * | several kinds                               | one kind each                               |
 * | texts, where branches list or exclude some  | each of those, and all others               |
 * | an object with an optional member           | without it, and with it                     |
 * | an object with a member that can be split   | one case of the member each                 |
 *
 * Only members that some branch mentions are split.
 */
export function splitShape(
  table: ShapeTable,
  shape: Shape,
  branches: readonly Shape[],
  depth = 0,
): readonly Shape[] | undefined {
  if (depth > maxDepth) return undefined;
  const ofKind = listKinds(shape.kinds);
  if (ofKind.length > 1) {
    return ofKind.map((kind) =>
      table.derive(shape, `kind ${kind}`, () => ({ ...shape, kinds: kindSet(kind) })),
    );
  }
  if (includes(shape.kinds, 'string')) return splitTexts(table, shape, branches);
  if (includes(shape.kinds, 'object')) return splitObject(table, shape, branches, depth);
  return undefined;
}

function splitTexts(
  table: ShapeTable,
  shape: Shape,
  branches: readonly Shape[],
): readonly Shape[] | undefined {
  const named = branches.flatMap(({ values = [], excluded }) => [...values, ...excluded]);
  const candidates = shape.values ?? named.filter((value) => acceptedByShape(shape, value));
  const values = [...new Set(candidates)];
  const isOne = shape.values !== undefined && values.length < 2;
  if (isOne || values.length === 0 || values.length > maxValues) return undefined;
  const cases = values.map((value) =>
    table.derive(shape, `value ${stableJson(value)}`, () => ({ ...shape, values: [value] })),
  );
  if (shape.values !== undefined) return cases;
  const others = table.derive(shape, `none of ${stableJson(values)}`, () => ({
    ...shape,
    excluded: [...shape.excluded, ...values],
  }));
  return [...cases, others];
}

function splitObject(
  table: ShapeTable,
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
    const cases = splitMember(table, shape, name, objects, depth + 1);
    if (cases !== undefined) return cases;
  }
  return undefined;
}

/** Members whose values distinguish the branches are split first. */
function weigh(branches: readonly Shape[], name: string): number {
  const distinguishing = branches.filter((branch) => {
    const { values, excluded } = memberOf(branch, name).shape;
    return values !== undefined || excluded.length > 0 || branch.required.has(name);
  });
  return distinguishing.length;
}

function splitMember(
  table: ShapeTable,
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
      withMember(table, shape, name, nothing),
      table.derive(shape, `requires ${name}`, () => ({ ...shape, required })),
    ];
  }
  const cases = splitNode(table, node, depth, () =>
    branches.flatMap((branch) => table.alternatives(memberOf(branch, name)) ?? []),
  );
  return cases?.map((part) => withMember(table, shape, name, table.nodeOf(part)));
}

function splitNode(
  table: ShapeTable,
  node: SchemaNode,
  depth: number,
  branches: () => readonly Shape[],
): readonly Shape[] | undefined {
  const shapes = table.alternatives(node);
  const [only, ...others] = shapes ?? [];
  if (only === undefined) return undefined;
  return others.length > 0 ? shapes : splitShape(table, only, branches(), depth);
}

function withMember(table: ShapeTable, shape: Shape, name: string, node: SchemaNode): Shape {
  return table.derive(shape, `${node.id} in ${name}`, () => ({
    ...shape,
    properties: new Map(shape.properties).set(name, node),
  }));
}
