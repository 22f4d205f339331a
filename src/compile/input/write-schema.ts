import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { memoize } from '../../core/memo.ts';
import type { ProfileRules } from '../model/profiles.ts';
import {
  countNodes,
  createJsonBytes,
  type JsonBytes,
  type SchemaSize,
} from '../model/schema-size.ts';
import type { Argument, FieldShape, InputShape, ObjectShape } from './shapes.ts';
import { typeFacts } from './describe-field.ts';
import { planDefinitions, planInline, type PlannedObject } from './plan.ts';
import {
  writeField,
  writeObject,
  writeTruncatedObject,
  isLargeEnum,
  writeLeaf,
} from './write-field.ts';

/** An input schema within its budget. */
interface InputSchema {
  readonly schema: ObjectSchema;
  /** Whether parts are only described in text, because the whole exceeds the budget. */
  readonly isTruncated: boolean;
}

/** Writes the input schema of a tool. */
export type WriteInputSchema = (args: readonly Argument[]) => InputSchema;

/** The share of the bytes that the names of one enum may take. */
const enumShare = 1 / 8;

/**
 * Creates a writer of input schemas in one profile. With an infinite budget, the `full` profile writes
 * the whole contract of a tool.
 *
 * Objects and enums over the budget are written as open objects and strings: the schema accepts more
 * then, but the gateway still checks the arguments. Tools share the parts of their schemas.
 *
 * @param bytesOf measures schemas; pass the measure of other schemas that share parts with these.
 */
export function createInputWriter(
  rules: ProfileRules,
  budget: SchemaSize,
  bytesOf: JsonBytes = createJsonBytes(),
): WriteInputSchema {
  const parts = createParts(rules, budget.bytes * enumShare, bytesOf);
  const write = rules.references === 'defs' ? writeWithDefinitions : writeInline;
  return (args) => {
    const root = writeRoot(args, rules, parts.argument);
    const size = sizeOf(root, bytesOf);
    const left = { nodes: budget.nodes - size.nodes, bytes: budget.bytes - size.bytes };
    const { schema, expanded, isTruncated } = write(args, root, left, parts);
    const fields = [args, ...expanded.map((object) => [...object.fields.values()])].flat();
    const cutsEnum = fields.some(({ shape }) => parts.cutsEnum(shape));
    return { schema, isTruncated: isTruncated || cutsEnum };
  };
}

interface ExpandedSchema extends InputSchema {
  readonly expanded: readonly ObjectShape[];
}

function writeInline(
  args: readonly Argument[],
  root: ObjectSchema,
  budget: SchemaSize,
  { rules, costOf, expandedField }: Parts,
): ExpandedSchema {
  const { roots, ...plan } = planInline(args, budget, costOf);
  if (roots.size === 0) return { schema: root, ...plan };
  const schema = writeRoot(args, rules, (argument) => {
    const nested = roots.get(argument)?.nested;
    return nested ? expandedField(argument, nested) : (root.properties[argument.name] ?? {});
  });
  return { schema, ...plan };
}

function writeWithDefinitions(
  args: readonly Argument[],
  root: ObjectSchema,
  budget: SchemaSize,
  { costOf, minCostOf, expandedObject, truncatedObject }: Parts,
): ExpandedSchema {
  const { reached, ...plan } = planDefinitions(args, budget, costOf, minCostOf);
  if (reached.length === 0) return { schema: root, ...plan };
  const expanded = new Set(plan.expanded);
  const definitions = reached.map((shape) => [
    shape.name,
    expanded.has(shape) ? expandedObject(shape) : truncatedObject(shape),
  ]);
  return { schema: { ...root, $defs: Object.fromEntries(definitions) }, ...plan };
}

function writeRoot(
  args: readonly Argument[],
  { allRequired, closedObjects }: ProfileRules,
  write: (argument: Argument) => JsonSchema,
): ObjectSchema {
  const required = args.filter(({ optional }) => allRequired || !optional);
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((argument) => [argument.name, write(argument)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(closedObjects && { additionalProperties: false }),
  };
}

/** Writes the parts of schemas; those that are the same in all places are written once. */
interface Parts {
  readonly rules: ProfileRules;
  /** Writes an argument; an object in it is truncated, or a reference. */
  readonly argument: (argument: Argument) => JsonSchema;
  /** Writes a field with the object in it expanded, and those of its fields that are to be. */
  readonly expandedField: (
    field: FieldShape,
    nested: ReadonlyMap<FieldShape, PlannedObject>,
  ) => JsonSchema;
  /** Writes an object with its fields, none of which is expanded. */
  readonly expandedObject: (shape: ObjectShape) => JsonSchema;
  readonly truncatedObject: (shape: ObjectShape) => JsonSchema;
  /** The size that expanding an object adds. */
  readonly costOf: (shape: ObjectShape) => SchemaSize;
  /** The size of a truncated object in `$defs`. */
  readonly minCostOf: (shape: ObjectShape) => SchemaSize;
  /** Returns whether the names of a value's enum are omitted. */
  readonly cutsEnum: (shape: InputShape) => boolean;
}

function createParts(rules: ProfileRules, maxEnumBytes: number, bytesOf: JsonBytes): Parts {
  const writers = {
    rules,
    writeLeaf: memoize((shape: Parameters<typeof writeLeaf>[0]) =>
      writeLeaf(shape, rules, maxEnumBytes),
    ),
    typeFacts: memoize((shape: InputShape) =>
      typeFacts(shape, rules, (values) => isLargeEnum(values, maxEnumBytes)),
    ),
  };
  const truncatedObject = memoize((shape: ObjectShape) => writeTruncatedObject(shape, rules));
  const unexpanded =
    rules.references === 'defs'
      ? ({ name }: ObjectShape): JsonSchema => ({ $ref: `#/$defs/${name}` })
      : truncatedObject;
  const unexpandedField = (field: FieldShape) =>
    writeField(field, { ...writers, writeObject: unexpanded });
  const sharedField = memoize(unexpandedField);
  const expandedObject = memoize((shape: ObjectShape) => writeObject(shape, rules, sharedField));

  const expandedField: Parts['expandedField'] = (field, nested) =>
    writeField(field, {
      ...writers,
      writeObject: (shape) =>
        writeObject(shape, rules, (member) => {
          const inner = nested.get(member)?.nested;
          if (!inner) return sharedField(member);
          return inner.size > 0 ? expandedField(member, inner) : expandedLeafField(member);
        }),
    });

  /** Fields of objects without objects are the same in all places. */
  const expandedLeafField = memoize((field: FieldShape) => expandedField(field, new Map()));

  return {
    rules,
    argument: unexpandedField,
    expandedField,
    expandedObject,
    truncatedObject,
    costOf: memoize((shape) => {
      const expanded = sizeOf(expandedObject(shape), bytesOf);
      const truncated = sizeOf(truncatedObject(shape), bytesOf);
      return {
        nodes: expanded.nodes - truncated.nodes,
        bytes: expanded.bytes - truncated.bytes + descriptionKeyBytes,
      };
    }),
    minCostOf: memoize((shape) => {
      const { nodes, bytes } = sizeOf(truncatedObject(shape), bytesOf);
      return { nodes, bytes: bytes + shape.name.length + '"":,'.length };
    }),
    cutsEnum: function cutsEnum(shape): boolean {
      if (shape.kind === 'list') return cutsEnum(shape.item.shape);
      return shape.kind === 'enum' && isLargeEnum(shape, maxEnumBytes);
    },
  };
}

/** The key that stays if the list of fields is removed from a description. */
const descriptionKeyBytes = ',"description":""'.length + 1;

function sizeOf(schema: JsonSchema, bytesOf: JsonBytes): SchemaSize {
  return { nodes: countNodes(schema), bytes: bytesOf(schema) };
}
