import { expandNode, type Expansions } from './expand-node.ts';
import { meetShapes } from './meet-shapes.ts';
import type { NodeTable } from './node-table.ts';
import { anything, nothing, openShape, type SchemaNode, type Shape } from './schema-node.ts';
import { tidyShape } from './tidy-shape.ts';

/**
 * Makes schemas of schemas within one comparison, and the same of the same, so that walking a
 * recursive schema meets again what it has met.
 */
export interface Algebra {
  /**
   * Shapes of which every fitting value fits one; `undefined` where they would be too many. Together
   * they may allow more than the schema, for only `exclusive` remembers that one branch of an
   * `oneOf` excludes the others. Empty: nothing fits.
   */
  readonly alternatives: (node: SchemaNode) => readonly Shape[] | undefined;
  /** The shape of what fits both; `undefined` when certainly nothing does. */
  readonly meet: (one: Shape, other: Shape) => Shape | undefined;
  /** Makes a shape of a shape, once for each `key`. */
  readonly derive: (shape: Shape, key: string, make: (shape: Shape) => Shape) => Shape;
  /** A shape as a schema of its own. */
  readonly nodeOf: (shape: Shape) => SchemaNode;
  /** Leaves out what nothing can fit; `undefined` when nothing is left. */
  readonly tidy: (shape: Shape) => Shape | undefined;
}

/** Schemas within schemas that are looked into for whether anything fits: the stack is finite. */
const maxDepth = 200;

export function createAlgebra(table: NodeTable): Algebra {
  const both = createConjunctions(table);
  const expansions: Expansions = { both, known: new Map(), open: new Set() };
  const tidied = new Map<number, readonly Shape[] | undefined>();
  const impossible = new Map<number, boolean>();
  const nodes = new Map<Shape, SchemaNode>();
  const derived = new Map<Shape, Map<string, Shape>>();
  let depth = 0;

  return {
    alternatives,
    meet(one, other) {
      return (one.kinds & other.kinds) === 0 ? undefined : tidy(meetShapes(one, other, both));
    },
    derive(shape, key, make) {
      const made = remember(derived, shape, () => new Map<string, Shape>());
      return remember(made, key, () => make(shape));
    },
    nodeOf(shape) {
      return remember(nodes, shape, () => ({ id: table.nextId(), shape, links: [], unions: [] }));
    },
    tidy,
  };

  function alternatives(node: SchemaNode): readonly Shape[] | undefined {
    if (tidied.has(node.id)) return tidied.get(node.id);
    const found = expandNode(expansions, node)?.flatMap((shape) => tidy(shape) ?? []);
    tidied.set(node.id, found);
    return found;
  }

  function tidy(shape: Shape): Shape | undefined {
    return tidyShape(shape, isImpossible);
  }

  function isImpossible(node: SchemaNode): boolean {
    const known = impossible.get(node.id);
    if (known !== undefined) return known;
    // what is not looked into counts as possible: that is never wrong
    if (depth >= maxDepth) return false;
    // assumed while it is looked into: so a schema that only ever contains itself counts as possible
    impossible.set(node.id, false);
    depth++;
    const shapes = expandNode(expansions, node);
    const found = shapes !== undefined && shapes.every((shape) => tidy(shape) === undefined);
    depth--;
    impossible.set(node.id, found);
    return found;
  }
}

/** Makes the schema of what fits all the given ones, whatever their order and number. */
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
    return remember(joined, unique.map(({ id }) => id).join(), () => {
      const links = unique.map((part) => () => part);
      const node: SchemaNode = { id: table.nextId(), shape: openShape, links, unions: [] };
      members.set(node.id, unique);
      return node;
    });
  };
}

function remember<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
