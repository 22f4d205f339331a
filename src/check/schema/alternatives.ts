import { getOrCreate } from '../../core/memo.ts';
import { normalizeShape } from './normalize-shape.ts';
import {
  openShape,
  type NodeTable,
  type SchemaNode,
  type Shape,
  type Union,
} from './schema-node.ts';

/**
 * Views of schemas as sets of shapes. Equal operands give the same result object within one
 * comparison, so that walking a recursive schema terminates.
 */
export interface ShapeTable {
  /**
   * Returns shapes whose union contains every value of the schema; empty if no value matches,
   * `undefined` if there are too many.
   *
   * The union may be larger than the schema: of several conditions (own keywords, `$ref`, `anyOf`)
   * only the first is used.
   */
  readonly alternatives: (node: SchemaNode) => readonly Shape[] | undefined;
  /** Derives a shape from a shape, once per `key`. */
  readonly derive: (shape: Shape, key: string, make: (shape: Shape) => Shape) => Shape;
  /** Returns a node that consists of a shape. */
  readonly nodeOf: (shape: Shape) => SchemaNode;
  /** Removes kinds and values that cannot match; `undefined` if nothing is left. */
  readonly normalize: (shape: Shape) => Shape | undefined;
}

/** The depth to which emptiness of nested schemas is decided, to bound the stack. */
const maxDepth = 200;

/** The most alternatives of one schema. */
const maxAlternatives = 64;

export function createShapeTable(table: NodeTable): ShapeTable {
  const expanded = new Map<number, readonly Shape[] | undefined>();
  const expanding = new Set<number>();
  const normalized = new Map<number, readonly Shape[] | undefined>();
  const impossible = new Map<number, boolean>();
  const nodes = new Map<Shape, SchemaNode>();
  const derived = new Map<Shape, Map<string, Shape>>();
  let depth = 0;

  return {
    alternatives(node) {
      return getOrCreate(normalized, node.id, () =>
        expand(node)?.flatMap((shape) => normalize(shape) ?? []),
      );
    },
    derive(shape, key, make) {
      const byKey = getOrCreate(derived, shape, () => new Map<string, Shape>());
      return getOrCreate(byKey, key, () => make(shape));
    },
    nodeOf(shape) {
      return getOrCreate(nodes, shape, () => ({
        id: table.nextId(),
        shape,
        links: [],
        unions: [],
      }));
    },
    normalize,
  };

  /** Expands a schema by one level: members and items stay as they are. */
  function expand(node: SchemaNode): readonly Shape[] | undefined {
    // a reference that leads directly back to itself restricts nothing
    if (expanding.has(node.id)) return [openShape];
    if (expanded.has(node.id)) return expanded.get(node.id);
    expanding.add(node.id);
    const shapes = expandFirst(node);
    expanding.delete(node.id);
    expanded.set(node.id, shapes);
    return shapes;
  }

  function expandFirst({ shape, links, unions }: SchemaNode): readonly Shape[] | undefined {
    const [link] = links;
    const [union] = unions;
    if (shape !== openShape || (!link && !union)) return [shape];
    return link ? expand(link()) : expandUnion(union ?? []);
  }

  function expandUnion(branches: Union): readonly Shape[] | undefined {
    const shapes: Shape[] = [];
    for (const branch of branches) {
      const alternatives = expand(branch);
      if (alternatives === undefined) return undefined;
      shapes.push(...alternatives);
    }
    return shapes.length > maxAlternatives ? undefined : shapes;
  }

  function normalize(shape: Shape): Shape | undefined {
    return normalizeShape(shape, isImpossible);
  }

  function isImpossible(node: SchemaNode): boolean {
    const known = impossible.get(node.id);
    if (known !== undefined) return known;
    // beyond the depth a schema counts as possible, which is sound
    if (depth >= maxDepth) return false;
    // assumed possible while it is examined, so that a schema that requires itself terminates
    impossible.set(node.id, false);
    depth++;
    const shapes = expand(node);
    const isEmpty = shapes !== undefined && shapes.every((shape) => normalize(shape) === undefined);
    depth--;
    impossible.set(node.id, isEmpty);
    return isEmpty;
  }
}
