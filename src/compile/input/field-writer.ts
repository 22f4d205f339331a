import type { JsonSchema } from '../../core/json-schema.ts';
import { type JsonBytes, countNodes, type SchemaSize } from '../model/schema-size.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { Argument } from './arguments.ts';
import { unconstrained } from './constraints.ts';
import { shapeFacts } from './describe-field.ts';
import type { FieldShape, InputShape, ObjectShape } from './input-shape.ts';
import type { ObjectPlace } from './plan-objects.ts';
import { writeField, type FieldRules } from './write-field.ts';
import { isLargeEnum, writeLeaf } from './write-leaf.ts';
import { writeDescribed, writeUndescribed } from './write-object.ts';

/**
 * Writes fields, and keeps what does not depend on where they stand: hundreds of tools share it.
 */
export class FieldWriter {
  readonly by: FieldRules;
  readonly #bytesOf: JsonBytes;
  readonly #enumBytes: number;
  readonly #arguments = new Map<InputShape, Map<string, JsonSchema>>();
  readonly #closed = new Map<FieldShape, JsonSchema>();
  readonly #flat = new Map<FieldShape, JsonSchema>();
  readonly #described = new Map<ObjectShape, JsonSchema>();
  readonly #undescribed = new Map<ObjectShape, JsonSchema>();
  readonly #costs = new Map<ObjectShape, SchemaSize>();

  /** @param enumBytes bytes that the names of an enum may take. */
  constructor(rules: ProfileRules, enumBytes: number, bytesOf: JsonBytes) {
    this.by = {
      rules,
      leafOf: keeping((shape) => writeLeaf(shape, rules, enumBytes)),
      factsOf: keeping((shape) => shapeFacts(shape, rules, enumBytes)),
    };
    this.#enumBytes = enumBytes;
    this.#bytesOf = bytesOf;
  }

  /** An argument; those that say nothing but a type and a description are written once. */
  argument(given: Argument): JsonSchema {
    if (!saysLittle(given)) return this.#write(given);
    const alike = remember(this.#arguments, given.shape, () => new Map<string, JsonSchema>());
    const key = `${given.optional} ${given.description ?? ''}`;
    return remember(alike, key, () => this.#write(given));
  }

  /** A field whose object, where it has one, is not described, or referred to. */
  closed(field: FieldShape): JsonSchema {
    return remember(this.#closed, field, () => this.#write(field));
  }

  #write(field: FieldShape): JsonSchema {
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
      const more = this.#sizeOf(this.described(shape));
      const less = this.#sizeOf(this.undescribed(shape));
      return { nodes: more.nodes - less.nodes, bytes: more.bytes - less.bytes + keyBytes };
    });
  }

  /** What it costs to define an object without describing it. */
  leastOf(shape: ObjectShape): SchemaSize {
    const { nodes, bytes } = this.#sizeOf(this.undescribed(shape));
    return { nodes, bytes: bytes + shape.name.length + '"":,'.length };
  }

  /** Whether a value's enum is told in words. */
  cutsEnum(shape: InputShape): boolean {
    if (shape.kind === 'list') return this.cutsEnum(shape.item.shape);
    return shape.kind === 'enum' && isLargeEnum(shape, this.#enumBytes);
  }

  #sizeOf(schema: JsonSchema): SchemaSize {
    return { nodes: countNodes(schema), bytes: this.#bytesOf(schema) };
  }
}

/** The key of a description that stays when the part about the object's fields goes. */
const keyBytes = ',"description":""'.length + 1;

/** Whether a type and a description are all there is to an argument. */
function saysLittle(given: Argument): boolean {
  return (
    given.default === undefined &&
    given.constraints === unconstrained &&
    given.deprecated === undefined &&
    given.mcpHeader === undefined &&
    given.examples.length === 0
  );
}

/** Makes a function that answers the same key with the same value. */
function keeping<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => remember(known, key, () => make(key));
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}
