import type { GraphQLObjectType, SelectionSetNode } from 'graphql';
import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { memoize } from '../../core/memo.ts';
import { sizeOf, type SchemaSize } from '../model/schema-size.ts';
import type { ObjectRef } from './position.ts';
import type { Shapes } from './shapes.ts';
import { openObject, writeObject, type AbstractOutput } from './write-object.ts';

/** The output schema of an operation. */
export interface OutputSchema {
  readonly schema: ObjectSchema;
  /** Response names of the root fields, in order. */
  readonly rootFields: readonly string[];
  /** Whether objects are not described because the schema would exceed the budget. */
  readonly isTruncated: boolean;
}

/** Writes the output schemas of operations of one scope; they share the schemas of equal objects. */
export interface OutputWriter {
  write(rootType: GraphQLObjectType, selectionSet: SelectionSetNode): OutputSchema;
}

/** The deepest level of objects that is described; deeper schemas overflow the stack of clients. */
const maxDepth = 100;

/**
 * Creates the writer of one style and budget.
 *
 * If a schema exceeds the budget, its outermost objects are described, in the order of the answer; the
 * others are written as open objects, which allow every value. The time depends on the budget, even
 * if the complete schema would be exponentially larger.
 */
export function createOutputWriter(
  shapes: Shapes,
  style: AbstractOutput,
  budget: SchemaSize,
): OutputWriter {
  const writeLevel: WriteLevel = (variant, writeInner) =>
    writeObject(shapes, style, variant.objects, variant.nullable, (objects, nullable) =>
      writeInner(variantOf(objects, nullable)),
    );
  const variants = new Map<string, Variant>();
  const variantOf = (objects: readonly ObjectRef[], nullable: boolean): Variant => {
    const key = `${objects.map((object) => object.key).join('|')}${nullable ? '?' : ''}`;
    let variant = variants.get(key);
    if (!variant) variants.set(key, (variant = { objects, nullable }));
    return variant;
  };
  const measure = memoize((variant: Variant) => measureLevel(variant, writeLevel));
  const writeComplete = memoize((variant: Variant): JsonSchema =>
    writeLevel(variant, writeComplete),
  );
  return {
    write(rootType, selectionSet) {
      const root = shapes.root(rootType, selectionSet);
      const rootFields = shapes.of(root).flatMap(({ fields }) => [...fields.keys()]);
      const data = variantOf([root], true);
      const plan = planWithin(budget, data, measure);
      const schema = plan.isTruncated ? writePlanned(plan.root, writeLevel) : writeComplete(data);
      return { schema: envelopeOf(schema), rootFields, isTruncated: plan.isTruncated };
    },
  };
}

/** An object, or one of several, and whether null is allowed; equal variants are identical. */
interface Variant {
  readonly objects: readonly ObjectRef[];
  readonly nullable: boolean;
}

/** Writes the schema of a variant; `writeInner` writes the objects within. */
type WriteLevel = (variant: Variant, writeInner: (inner: Variant) => JsonSchema) => JsonSchema;

interface Level {
  /** The size of the level, less that of the open object in its place. */
  readonly size: SchemaSize;
  /** The objects within, in order; they count as open objects. */
  readonly inner: readonly Variant[];
}

function measureLevel(variant: Variant, writeLevel: WriteLevel): Level {
  const inner: Variant[] = [];
  const schema = writeLevel(variant, (within) => {
    inner.push(within);
    return openObject(within.nullable);
  });
  return { size: subtract(sizeOf(schema), sizeOf(openObject(variant.nullable))), inner };
}

/** A place of an answer that holds an object. */
interface PlannedObject {
  readonly variant: Variant;
  readonly depth: number;
  /** The objects within, if the object is described. */
  inner: readonly PlannedObject[] | undefined;
}

interface Plan {
  readonly root: PlannedObject;
  readonly isTruncated: boolean;
}

/** Plans which objects of an answer to describe within a budget: breadth first. */
function planWithin(budget: SchemaSize, data: Variant, measure: (variant: Variant) => Level): Plan {
  let left = subtract(budget, sizeOf(envelopeOf(openObject(true))));
  let isTruncated = false;
  const root: PlannedObject = { variant: data, depth: 1, inner: undefined };
  // the iteration also visits the objects added on the way
  const planned = [root];
  for (const object of planned) {
    const { variant, depth } = object;
    const level = depth > maxDepth ? undefined : measure(variant);
    const rest = level && subtract(left, level.size);
    if (!rest || rest.nodes < 0 || rest.bytes < 0) {
      isTruncated = true;
      continue;
    }
    left = rest;
    object.inner = level.inner.map((inner) => ({
      variant: inner,
      depth: depth + 1,
      inner: undefined,
    }));
    for (const within of object.inner) planned.push(within);
  }
  return { root, isTruncated };
}

function subtract(from: SchemaSize, size: SchemaSize): SchemaSize {
  return { nodes: from.nodes - size.nodes, bytes: from.bytes - size.bytes };
}

function writePlanned({ variant, inner }: PlannedObject, writeLevel: WriteLevel): JsonSchema {
  if (!inner) return openObject(variant.nullable);
  const pending = inner.values();
  return writeLevel(variant, () => {
    const next = pending.next();
    return next.done ? {} : writePlanned(next.value, writeLevel);
  });
}

/** The schema of errors; every tool repeats it, so it is short. */
const errors: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      path: { type: 'array', items: { type: ['string', 'integer'] } },
      classification: { type: 'string' },
      extensions: { type: 'object' },
    },
    required: ['message'],
  },
};

/**
 * Returns the schema of a tool's `structuredContent`: `{ data, errors?, extensions? }`.
 *
 * `data` is always there, and null if the call was refused or failed, or if a null propagated to the
 * root; its schema must allow null.
 */
export function envelopeOf(data: JsonSchema): ObjectSchema {
  return {
    type: 'object',
    properties: { data, errors, extensions: { type: 'object' } },
    required: ['data'],
  };
}
