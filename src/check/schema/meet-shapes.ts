import { stableJson, type JsonValue } from '../../core/json.ts';
import { meetRanges } from './number-range.ts';
import { anything, memberOf, type SchemaNode, type Shape } from './schema-node.ts';

/** Makes the schema of what fits all the given ones. */
export type Both = (nodes: readonly SchemaNode[]) => SchemaNode;

/** The shape of what fits both shapes, written down without a look at whether anything does. */
export function meetShapes(one: Shape, other: Shape, both: Both): Shape {
  const values = meetValues(one.values, other.values);
  return {
    kinds: one.kinds & other.kinds,
    ...(values !== undefined && { values }),
    excluded: [...one.excluded, ...other.excluded],
    minLength: Math.max(one.minLength, other.minLength),
    maxLength: Math.min(one.maxLength, other.maxLength),
    patterns: unite(one.patterns, other.patterns),
    formats: unite(one.formats, other.formats),
    range: meetRanges(one.range, other.range),
    minItems: Math.max(one.minItems, other.minItems),
    maxItems: Math.min(one.maxItems, other.maxItems),
    items: both([one.items ?? anything, other.items ?? anything]),
    minMembers: Math.max(one.minMembers, other.minMembers),
    maxMembers: Math.min(one.maxMembers, other.maxMembers),
    properties: meetProperties(one, other, both),
    required: new Set([...one.required, ...other.required]),
    additional: both([one.additional ?? anything, other.additional ?? anything]),
    other: new Map([...one.other, ...other.other]),
    exclusive: [...one.exclusive, ...other.exclusive],
  };
}

function meetProperties(one: Shape, other: Shape, both: Both): ReadonlyMap<string, SchemaNode> {
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const pairs = [...names].map(
    (name) => [name, both([memberOf(one, name), memberOf(other, name)])] as const,
  );
  return new Map(pairs);
}

function meetValues(
  one: readonly JsonValue[] | undefined,
  other: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const texts = new Set(other.map((value) => stableJson(value)));
  return one.filter((value) => texts.has(stableJson(value)));
}

function unite(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}
