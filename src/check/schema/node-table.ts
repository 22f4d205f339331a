import { firstFreeId, type SchemaNode } from './schema-node.ts';

/** The nodes of one comparison: schemas that mean the same are the same node. */
export interface NodeTable {
  readonly nextId: () => number;
  /** A number for a text, the same for the same one. */
  readonly idOfText: (text: string) => number;
  /** The node of a meaning, made at its first use. */
  readonly once: (meaning: string, make: (id: number) => SchemaNode) => SchemaNode;
}

export function createNodeTable(): NodeTable {
  const nodes = new Map<string, SchemaNode>();
  const texts = new Map<string, number>();
  let free = firstFreeId;
  return {
    nextId: () => free++,
    idOfText(text) {
      const id = texts.get(text) ?? texts.size;
      texts.set(text, id);
      return id;
    },
    once(meaning, make) {
      const known = nodes.get(meaning);
      if (known !== undefined) return known;
      const node = make(free++);
      nodes.set(meaning, node);
      return node;
    },
  };
}
