import type { JsonSchema } from '../../core/json-schema.ts';
import { countNodes, type SchemaSize } from '../output/schema-size.ts';
import { utf8Length } from '../plain-text.ts';
import type { FieldShape, InputShape, ObjectShape } from './input-shape.ts';
import type { ObjectPlace } from './plan-objects.ts';
import { writeField, type FieldRules } from './write-field.ts';
import { isLargeEnum } from './write-leaf.ts';
import { writeDescribed, writeUndescribed } from './write-object.ts';

/**
 * Writes fields, and keeps what does not depend on where they stand: hundreds of tools share it.
 */
export class FieldWriter {
  readonly by: FieldRules;
  readonly #closed = new Map<FieldShape, JsonSchema>();
  readonly #flat = new Map<FieldShape, JsonSchema>();
  readonly #described = new Map<ObjectShape, JsonSchema>();
  readonly #undescribed = new Map<ObjectShape, JsonSchema>();
  readonly #costs = new Map<ObjectShape, SchemaSize>();

  constructor(by: FieldRules) {
    this.by = by;
  }

  /** A field whose object, where it has one, is not described, or referred to. */
  closed(field: FieldShape): JsonSchema {
    return remember(this.#closed, field, () => this.fresh(field));
  }

  /** The same without keeping it, for arguments, of which each is written once. */
  fresh(field: FieldShape): JsonSchema {
    return writeField(field, this.by, (shape) =>
      this.by.rules.references === 'defs'
        ? { $ref: `#/$defs/${shape.name}` }
        : this.undescribed(shape),
    );
  }

  /** A field whose object is described, and those in it that have a place which is. */
  open(field: FieldShape, inside: ReadonlyMap<FieldShape, ObjectPlace>): JsonSchema {
    return writeField(field, this.by, (shape) =>
      writeDescribed(shape, this.by.rules, (inner) => this.#inner(inner, inside.get(inner))),
    );
  }

  #inner(field: FieldShape, place: ObjectPlace | undefined): JsonSchema {
    const inside = place?.inside;
    if (!inside) return this.closed(field);
    if (inside.size > 0) return this.open(field, inside);
    return remember(this.#flat, field, () => this.open(field, inside));
  }

  /** An object with its fields, of which none is open. */
  described(shape: ObjectShape): JsonSchema {
    return remember(this.#described, shape, () =>
      writeDescribed(shape, this.by.rules, (field) => this.closed(field)),
    );
  }

  undescribed(shape: ObjectShape): JsonSchema {
    return remember(this.#undescribed, shape, () => writeUndescribed(shape, this.by.rules));
  }

  /** What it costs to describe an object instead of not describing it. */
  costOf(shape: ObjectShape): SchemaSize {
    return remember(this.#costs, shape, () => {
      const more = sizeOf(this.described(shape));
      const less = sizeOf(this.undescribed(shape));
      return { nodes: more.nodes - less.nodes, bytes: more.bytes - less.bytes + keyBytes };
    });
  }

  /** What it costs to define an object without describing it. */
  leastOf(shape: ObjectShape): SchemaSize {
    const { nodes, bytes } = sizeOf(this.undescribed(shape));
    return { nodes, bytes: bytes + shape.name.length + '"":,'.length };
  }

  /** Whether a value's enum is told in words. */
  cutsEnum(shape: InputShape): boolean {
    if (shape.kind === 'list') return this.cutsEnum(shape.item.shape);
    return shape.kind === 'enum' && isLargeEnum(shape, this.by.enumBytes);
  }
}

/** The key of a description that stays when the part about the object's fields goes. */
const keyBytes = ',"description":""'.length + 1;

/** How large a schema is; `text` is its compact JSON. */
export function sizeOf(schema: JsonSchema, text = JSON.stringify(schema)): SchemaSize {
  return { nodes: countNodes(schema), bytes: utf8Length(text) };
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}
