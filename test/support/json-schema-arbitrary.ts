import fc from 'fast-check';
import type { JsonSchema } from '../../src/core/json-schema.ts';
import { ownMember, type JsonValue } from '../../src/core/json.ts';

/** Levels below which only what must stand does. */
const maxDepth = 5;

/**
 * Values that are valid under a schema as the gateway writes input schemas: with `$ref`, `anyOf`,
 * lists of types, closed and open objects, and bounds; patterns aside.
 */
export function instancesOf(schema: JsonSchema): fc.Arbitrary<JsonValue> {
  return instanceOf({ root: schema, depth: 0 }, schema);
}

interface Where {
  readonly root: JsonSchema;
  readonly depth: number;
}

function instanceOf(where: Where, schema: JsonSchema): fc.Arbitrary<JsonValue> {
  const { $ref, anyOf, enum: members, type } = schema;
  if ($ref !== undefined) {
    const target = ownMember(where.root.$defs ?? {}, $ref.replace('#/$defs/', ''));
    return instanceOf(where, target as JsonSchema);
  }
  if (anyOf)
    return simplestLast(
      where,
      anyOf.map((branch) => () => instanceOf(where, branch)),
    );
  if (members) return fc.constantFrom(...members);
  if (type === undefined) return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
  return simplestLast(
    where,
    [type].flat().map((one) => () => ofType(where, schema, one)),
  );
}

/** One of the alternatives; deep down only the last, which is null where null is one. */
function simplestLast(
  { depth }: Where,
  alternatives: readonly (() => fc.Arbitrary<JsonValue>)[],
): fc.Arbitrary<JsonValue> {
  const open = depth > maxDepth ? alternatives.slice(-1) : alternatives;
  return fc.oneof(...open.map((make) => make()));
}

function ofType(where: Where, schema: JsonSchema, type: string): fc.Arbitrary<JsonValue> {
  const { minimum = -1e12, maximum = 1e12, minLength = 0, maxLength = 12 } = schema;
  switch (type) {
    case 'object':
      return objectOf(where, schema);
    case 'array':
      return listOf(where, schema);
    case 'string':
      return fc.oneof(fc.string({ minLength, maxLength }), fc.constantFrom('{}', '[1]', 'null'));
    case 'integer':
      return fc
        .oneof(fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger(), fc.constant(-2_147_483_648))
        .filter((value) => value >= minimum && value <= maximum);
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function listOf(where: Where, { items = {}, minItems = 0, maxItems = 3 }: JsonSchema) {
  if (where.depth > maxDepth && minItems === 0) return fc.constant([]);
  return fc.array(instanceOf(deeper(where), items), { minLength: minItems, maxLength: maxItems });
}

function objectOf(where: Where, schema: JsonSchema): fc.Arbitrary<JsonValue> {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema;
  const names = Object.keys(properties);
  const make = (name: string) => instanceOf(deeper(where), properties[name] ?? {});
  if (minProperties > 0) {
    // the form of `@oneOf`: exactly one member
    const simple = names.filter((name) => isLeaf(properties[name] ?? {}));
    const open = where.depth > maxDepth && simple.length > 0 ? simple : names;
    return fc.oneof(...open.map((name) => fc.record({ [name]: make(name) })));
  }
  const needed = where.depth > maxDepth ? names.filter((name) => required.includes(name)) : names;
  const members = fc.record(Object.fromEntries(needed.map((name) => [name, make(name)])), {
    requiredKeys: [...required],
  }) as fc.Arbitrary<JsonValue>;
  if (additionalProperties === false) return members;
  // an open object may hold anything
  const more = fc.dictionary(fc.constantFrom('odd', 'odder'), fc.jsonValue({ maxDepth: 1 }));
  return fc.oneof(
    { weight: 4, arbitrary: members },
    {
      weight: 1,
      arbitrary: fc.tuple(more, members).map(([other, own]) => ({ ...other, ...(own as object) })),
    },
  ) as fc.Arbitrary<JsonValue>;
}

function isLeaf({ type, enum: members }: JsonSchema): boolean {
  return members !== undefined || !['object', 'array', undefined].includes([type].flat()[0]);
}

function deeper({ root, depth }: Where): Where {
  return { root, depth: depth + 1 };
}
