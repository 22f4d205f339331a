import type { JsonSchema } from '../../core/json-schema.ts';
import { maxDepth, type WriteLevel } from './budget.ts';
import type { ObjectRef } from './object-ref.ts';
import { countNodes } from '../model/schema-size.ts';

/** Writes the schema of an object with all there is within, or nothing where that is too much. */
export type WriteWhole = (root: ObjectRef, maxNodes: number) => JsonSchema | undefined;

/** A written object. */
interface Written {
  readonly schema: JsonSchema;
  readonly nodes: number;
  /** Objects on the longest way down, itself included. */
  readonly height: number;
}

interface WriterState {
  readonly writeLevel: WriteLevel;
  /** By what is written; filled by all operations that share the writer. */
  readonly written: Map<string, Written>;
  /** Nodes of the schemas in `written`. */
  readonly nodes: Map<JsonSchema, number>;
  /** Nodes that may still be written for the object at hand. */
  left: number;
}

/** What stands for an object that there was no room for; the schema around it is thrown away. */
const tooMuch: Written = { schema: {}, nodes: 0, height: 0 };

/**
 * Makes a writer that writes equal objects once: operations of one API share most of theirs.
 *
 * Whether an object is too much depends on its size alone, not on what was written before it.
 */
export function createWholeWriter(writeLevel: WriteLevel): WriteWhole {
  const state: WriterState = { writeLevel, written: new Map(), nodes: new Map(), left: 0 };
  return (root, maxNodes) => {
    state.left = maxNodes;
    const { schema } = write(state, [root], true, 1);
    return state.left < 0 ? undefined : schema;
  };
}

function write(
  state: WriterState,
  objects: readonly ObjectRef[],
  nullable: boolean,
  depth: number,
): Written {
  const key = `${objects.map((object) => object.key).join('|')}${nullable ? '?' : ''}`;
  const known = state.written.get(key);
  const height = known?.height ?? 1;
  if (depth + height - 1 > maxDepth) state.left = -1;
  if (state.left < 0) return tooMuch;
  if (known !== undefined) {
    state.left -= known.nodes;
    return known;
  }
  const before = state.left;
  const written = writeNew(state, objects, nullable, depth);
  if (state.left >= 0) state.left = before - written.nodes;
  if (state.left < 0) return tooMuch;
  state.written.set(key, written);
  state.nodes.set(written.schema, written.nodes);
  return written;
}

function writeNew(
  state: WriterState,
  objects: readonly ObjectRef[],
  nullable: boolean,
  depth: number,
): Written {
  let below = 0;
  const schema = state.writeLevel(objects, nullable, (inner, innerNullable) => {
    const written = write(state, inner, innerNullable, depth + 1);
    below = Math.max(below, written.height);
    return written.schema;
  });
  return { schema, nodes: countNodes(schema, state.nodes), height: below + 1 };
}
