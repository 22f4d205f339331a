import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { type JsonBytes, countNodes, type SchemaSize } from '../model/schema-size.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { Argument } from './arguments.ts';
import { FieldWriter } from './field-writer.ts';
import type { ObjectShape } from './input-shape.ts';
import { planDefinitions } from './plan-definitions.ts';
import { planObjects } from './plan-objects.ts';

/** An input schema within its budget. */
export interface WrittenInput {
  readonly schema: ObjectSchema;
  /** Whether parts are told in words, for the whole would be over the budget. */
  readonly collapsed: boolean;
}

/** Writes arguments as the schema of an object. */
export type WriteInput = (given: readonly Argument[]) => WrittenInput;

/** Share of the bytes that the names of a single enum may take. */
const enumShare = 1 / 8;

/**
 * Makes a writer of input schemas.
 *
 * What is not described for want of room stands as an open object, or as text: the schema accepts
 * more then, and the gateway still checks what is given. Tools whose roots are written alike share
 * one schema: of hundreds, many take the same filter and the same page.
 */
export function createInputWriter(
  rules: ProfileRules,
  budget: SchemaSize,
  bytesOf: JsonBytes,
): WriteInput {
  const writer = new FieldWriter(rules, budget.bytes * enumShare, bytesOf);
  const write = rules.references === 'defs' ? writeWithDefinitions : writeInline;
  const known = new Map<string, WrittenInput>();

  function writeNew(
    given: readonly Argument[],
    root: ObjectSchema,
    size: SchemaSize,
  ): WrittenInput {
    const left = { nodes: budget.nodes - size.nodes, bytes: budget.bytes - size.bytes };
    const { schema, collapsed, described } = write(given, root, left, writer);
    const isCut =
      given.some(({ shape }) => writer.cutsEnum(shape)) ||
      described.some(({ fields }) =>
        [...fields.values()].some(({ shape }) => writer.cutsEnum(shape)),
      );
    return { schema, collapsed: collapsed || isCut };
  }

  return (given) => {
    const root = rootOf(given, rules, (argument) => writer.argument(argument));
    const text = JSON.stringify(root);
    const written =
      known.get(text) ?? writeNew(given, root, { nodes: countNodes(root), bytes: bytesOf(root) });
    known.set(text, written);
    return written;
  };
}

interface WrittenObjects extends WrittenInput {
  readonly described: readonly ObjectShape[];
}

function writeInline(
  given: readonly Argument[],
  root: ObjectSchema,
  budget: SchemaSize,
  writer: FieldWriter,
): WrittenObjects {
  const plan = planObjects(given, budget, (shape) => writer.costOf(shape));
  const { collapsed, described } = plan;
  if (plan.roots.size === 0) return { schema: root, collapsed, described };
  const schema = rootOf(given, writer.by.rules, (argument) => {
    const inside = plan.roots.get(argument)?.inside;
    return inside ? writer.open(argument, inside) : (root.properties[argument.name] ?? {});
  });
  return { schema, collapsed, described };
}

function writeWithDefinitions(
  given: readonly Argument[],
  root: ObjectSchema,
  budget: SchemaSize,
  writer: FieldWriter,
): WrittenObjects {
  const plan = planDefinitions(
    given,
    budget,
    (shape) => writer.costOf(shape),
    (shape) => writer.leastOf(shape),
  );
  const { collapsed, described } = plan;
  if (plan.reached.length === 0) return { schema: root, collapsed, described };
  const definitions = plan.reached.map((shape) => {
    const isDescribed = described.includes(shape);
    return [shape.name, isDescribed ? writer.described(shape) : writer.undescribed(shape)] as const;
  });
  return { schema: { ...root, $defs: Object.fromEntries(definitions) }, collapsed, described };
}

function rootOf(
  given: readonly Argument[],
  { allRequired, closedObjects }: ProfileRules,
  write: (argument: Argument) => JsonSchema,
): ObjectSchema {
  const required = given.filter(({ optional }) => allRequired || !optional);
  return {
    type: 'object',
    properties: Object.fromEntries(given.map((argument) => [argument.name, write(argument)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(closedObjects && { additionalProperties: false }),
  };
}
