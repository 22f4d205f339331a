import { firstFreeId, type SchemaNode } from './schema-node.ts';

/** The nodes of one comparison: schemas that mean the same are the same node. */
export interface NodeTable {
  readonly nextId: () => number;
  /** The node of a meaning, made at its first use. */
  readonly once: (meaning: string, make: (id: number) => SchemaNode) => SchemaNode;
}

export function createNodeTable(): NodeTable {
  const nodes = new Map<string, SchemaNode>();
  let free = firstFreeId;
  return {
    nextId: () => free++,
    once(meaning, make) {
      const known = nodes.get(meaning);
      if (known !== undefined) return known;
      const node = make(free++);
      nodes.set(meaning, node);
      return node;
    },
  };
}
