import { fullFormats } from 'ajv-formats/dist/formats.js';
import {
  isJsonArray,
  isJsonObject,
  ownMember,
  stableJson,
  type JsonValue,
} from '../../core/json.ts';
import {
  includes,
  kindOf,
  anything,
  memberOf,
  type SchemaNode,
  type Shape,
  type Union,
} from './schema-node.ts';

/**
 * Returns whether a value matches a schema, with the semantics of Ajv and ajv-formats.
 *
 * It interprets the schema, because a comparison checks few values of many schemas and compiling each
 * with Ajv takes milliseconds. Unknown keywords are ignored.
 */
export function accepts(node: SchemaNode, value: JsonValue): boolean {
  return (
    acceptedByShape(node.shape, value) &&
    node.links.every((target) => accepts(target(), value)) &&
    node.unions.every((union) => acceptedByUnion(union, value))
  );
}

/** Returns whether a value matches a branch of a union. */
export function acceptedByUnion(branches: Union, value: JsonValue): boolean {
  return branches.some((branch) => accepts(branch, value));
}

/** Returns whether a value matches a shape. */
export function acceptedByShape(shape: Shape, value: JsonValue): boolean {
  if (!includes(shape.kinds, kindOf(value))) return false;
  if (shape.values !== undefined && !isOneOf(shape.values, value)) return false;
  if (isOneOf(shape.excluded, value)) return false;
  if (typeof value === 'string') return acceptsText(shape, value);
  if (typeof value === 'number') return acceptsNumber(shape, value);
  if (isJsonObject(value)) return acceptsObject(shape, value);
  return !isJsonArray(value) || acceptsList(shape, value);
}

function isOneOf(values: readonly JsonValue[], value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return scalarsOf(values).has(value);
  const text = stableJson(value);
  return values.some((other) => stableJson(other) === text);
}

/** Sets of listed scalars, so that checking all values of a large enum stays linear. */
const scalars = new WeakMap<readonly JsonValue[], ReadonlySet<JsonValue>>();

function scalarsOf(values: readonly JsonValue[]): ReadonlySet<JsonValue> {
  const known = scalars.get(values) ?? new Set(values);
  scalars.set(values, known);
  return known;
}

function acceptsText(shape: Shape, value: string): boolean {
  const length = Array.from(value).length;
  return (
    length >= shape.minLength &&
    length <= shape.maxLength &&
    shape.patterns.every((pattern) => matches(pattern, value)) &&
    shape.formats.every((format) => matchesFormat(format, value))
  );
}

/** An invalid pattern counts as matched. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

const formats = new Map<string, unknown>(Object.entries(fullFormats));

/** A format that is unknown, or not for this kind of value, counts as matched. */
function matchesFormat(name: string, value: string | number): boolean {
  if (isNumericFormat(name) !== (typeof value === 'number')) return true;
  const format = formats.get(name);
  const check: unknown = isJsonObject(format) ? (ownMember(format, 'validate') ?? format) : format;
  if (check instanceof RegExp) return check.test(String(value));
  return typeof check !== 'function' || (check as (value: unknown) => boolean)(value);
}

/** Returns whether a format applies to numbers rather than strings. */
export function isNumericFormat(name: string): boolean {
  const format = formats.get(name);
  return isJsonObject(format) && ownMember(format, 'type') === 'number';
}

function acceptsNumber({ range, formats: names }: Shape, value: number): boolean {
  return (
    (range.minExclusive ? value > range.min : value >= range.min) &&
    (range.maxExclusive ? value < range.max : value <= range.max) &&
    range.multiples.every((step) => Number.isInteger(value / step)) &&
    names.every((name) => matchesFormat(name, value))
  );
}

function acceptsList(shape: Shape, value: readonly JsonValue[]): boolean {
  const items = shape.items ?? anything;
  return (
    value.length >= shape.minItems &&
    value.length <= shape.maxItems &&
    value.every((item) => accepts(items, item))
  );
}

function acceptsObject(shape: Shape, value: { readonly [key: string]: JsonValue }): boolean {
  const names = Object.keys(value);
  return (
    names.length >= shape.minMembers &&
    names.length <= shape.maxMembers &&
    [...shape.required].every((name) => Object.hasOwn(value, name)) &&
    names.every((name) => accepts(memberOf(shape, name), ownMember(value, name) as JsonValue))
  );
}
