import { getOrCreate } from '../../core/memo.ts';
import { intersectShapes, normalizeShape, type Intersect } from './intersect.ts';
import {
  type NodeTable,
  anything,
  nothing,
  openShape,
  type SchemaNode,
  type Shape,
  type Union,
} from './schema-node.ts';

/**
 * Set operations on schemas. Equal operands give the same result object within one comparison, so that
 * walking a recursive schema terminates.
 */
export interface SetOperations {
  /**
   * Returns shapes whose union contains every value of the schema; empty if no value matches,
   * `undefined` if there are too many. The union may be larger than the schema: that the branches of a
   * `oneOf` exclude each other is kept in `exclusive` only.
   */
  readonly alternatives: (node: SchemaNode) => readonly Shape[] | undefined;
  /** Returns the intersection of two shapes; `undefined` if it is certainly empty. */
  readonly intersect: (one: Shape, other: Shape) => Shape | undefined;
  /** Derives a shape from a shape, once per `key`. */
  readonly derive: (shape: Shape, key: string, make: (shape: Shape) => Shape) => Shape;
  /** Returns a node that consists of a shape. */
  readonly nodeOf: (shape: Shape) => SchemaNode;
  /** Removes kinds and values that cannot match; `undefined` if nothing is left. */
  readonly normalize: (shape: Shape) => Shape | undefined;
}

/** The depth to which emptiness of nested schemas is decided, to bound the stack. */
const maxDepth = 200;

export function createSetOperations(table: NodeTable): SetOperations {
  const both = createConjunctions(table);
  const expansions: Expansions = { both, known: new Map(), open: new Set() };
  const normalized = new Map<number, readonly Shape[] | undefined>();
  const impossible = new Map<number, boolean>();
  const nodes = new Map<Shape, SchemaNode>();
  const derived = new Map<Shape, Map<string, Shape>>();
  let depth = 0;

  return {
    alternatives,
    intersect(one, other) {
      return (one.kinds & other.kinds) === 0
        ? undefined
        : dropImpossible(intersectShapes(one, other, both));
    },
    derive(shape, key, make) {
      const made = getOrCreate(derived, shape, () => new Map<string, Shape>());
      return getOrCreate(made, key, () => make(shape));
    },
    nodeOf(shape) {
      return getOrCreate(nodes, shape, () => ({
        id: table.nextId(),
        shape,
        links: [],
        unions: [],
      }));
    },
    normalize: dropImpossible,
  };

  function alternatives(node: SchemaNode): readonly Shape[] | undefined {
    if (normalized.has(node.id)) return normalized.get(node.id);
    const found = expandNode(expansions, node)?.flatMap((shape) => dropImpossible(shape) ?? []);
    normalized.set(node.id, found);
    return found;
  }

  function dropImpossible(shape: Shape): Shape | undefined {
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
    const shapes = expandNode(expansions, node);
    const found =
      shapes !== undefined && shapes.every((shape) => dropImpossible(shape) === undefined);
    depth--;
    impossible.set(node.id, found);
    return found;
  }
}

/** Creates the conjunction of nodes, independent of their order and number. */
function createConjunctions(table: NodeTable): (nodes: readonly SchemaNode[]) => SchemaNode {
  const joined = new Map<string, SchemaNode>();
  const members = new Map<number, readonly SchemaNode[]>();
  return (parts) => {
    const flat = parts.flatMap((part) => members.get(part.id) ?? part);
    if (flat.includes(nothing)) return nothing;
    const byId = new Map(flat.filter((part) => part !== anything).map((part) => [part.id, part]));
    const unique = [...byId.values()].sort((one, other) => one.id - other.id);
    const [only = anything] = unique;
    if (unique.length < 2) return only;
    return getOrCreate(joined, unique.map(({ id }) => id).join(), () => {
      const links = unique.map((part) => () => part);
      const node: SchemaNode = { id: table.nextId(), shape: openShape, links, unions: [] };
      members.set(node.id, unique);
      return node;
    });
  };
}

/** The most alternatives of one schema. */
const maxAlternatives = 64;

/** Memo of expanded schemas. */
export interface Expansions {
  readonly both: Intersect;
  readonly known: Map<number, readonly Shape[] | undefined>;
  readonly open: Set<number>;
}

/**
 * Expands a schema into a disjunction of shapes: follows references and multiplies unions out.
 * `undefined` if there are too many shapes.
 *
 * Members and items are not expanded, so a recursive schema is expanded by one level.
 */
export function expandNode(expansions: Expansions, node: SchemaNode): readonly Shape[] | undefined {
  const { known, open } = expansions;
  if (known.has(node.id)) return known.get(node.id);
  // a reference that leads directly back to itself restricts nothing
  if (open.has(node.id)) return [openShape];
  open.add(node.id);
  let shapes: readonly Shape[] | undefined = [node.shape].flatMap((shape) => tidy(shape) ?? []);
  for (const link of node.links)
    shapes = combine(expansions, shapes, expandNode(expansions, link()));
  for (const union of node.unions) {
    shapes = combine(expansions, shapes, expandUnion(expansions, union));
  }
  open.delete(node.id);
  known.set(node.id, shapes);
  return shapes;
}

function expandUnion(expansions: Expansions, union: Union): readonly Shape[] | undefined {
  const shapes: Shape[] = [];
  for (const branch of union.branches) {
    const found = expandNode(expansions, branch);
    if (found === undefined) return undefined;
    shapes.push(...found);
  }
  if (!union.exactlyOne) return shapes;
  return shapes.map((shape) => ({ ...shape, exclusive: [...shape.exclusive, union] }));
}

function combine(
  { both }: Expansions,
  ones: readonly Shape[] | undefined,
  others: readonly Shape[] | undefined,
): readonly Shape[] | undefined {
  if (ones === undefined || others === undefined) return undefined;
  if (ones.length * others.length > maxAlternatives) return undefined;
  return ones.flatMap((one) =>
    others.flatMap((other) => tidy(intersectShapes(one, other, both)) ?? []),
  );
}

/** Normalizes at this level only; members are examined once all shapes are known. */
function tidy(shape: Shape): Shape | undefined {
  return normalizeShape(shape, (node) => node === nothing);
}
