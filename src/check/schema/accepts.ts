import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isJsonArray, isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { memoizeWeakly } from '../../core/memo.ts';
import { compilePattern } from '../../compile/model/linear-pattern.ts';
import {
  kindOf,
  anything,
  memberOf,
  type Bounds,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/**
 * Returns whether a value matches a schema, with the semantics of Ajv and ajv-formats. Unknown keywords
 * are ignored.
 *
 * It interprets the schema, because a comparison checks few values of many schemas and compiling each
 * with Ajv takes milliseconds.
 */
export function accepts({ shape, union }: SchemaNode, value: JsonValue): boolean {
  return acceptedByShape(shape, value) && (union?.some((branch) => accepts(branch, value)) ?? true);
}

/** Returns whether a value matches a shape. */
export function acceptedByShape(shape: Shape, value: JsonValue): boolean {
  if (!shape.kinds.includes(kindOf(value))) return false;
  if (shape.values !== undefined && !setOf(shape.values).has(value)) return false;
  if (shape.excluded.includes(value)) return false;
  if (typeof value === 'string') return acceptsText(shape, value);
  if (typeof value === 'number') return acceptsNumber(shape, value);
  if (isJsonObject(value)) return acceptsObject(shape, value);
  return !isJsonArray(value) || acceptsList(shape, value);
}

/** So that checking all values of a large enum stays linear. */
const setOf = memoizeWeakly((values: readonly JsonValue[]) => new Set(values));

function acceptsText({ bounds, pattern, format }: Shape, value: string): boolean {
  const { minLength = 0, maxLength = Infinity } = bounds;
  const length = Array.from(value).length;
  return (
    length >= minLength &&
    length <= maxLength &&
    (pattern === undefined || matches(pattern, value)) &&
    (format === undefined || matchesFormat(format, value))
  );
}

/** An invalid pattern counts as matched. */
function matches(pattern: string, value: string): boolean {
  try {
    return compilePattern(pattern).test(value);
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

function acceptsNumber({ bounds, format }: Shape, value: number): boolean {
  return isWithin(bounds, value) && (format === undefined || matchesFormat(format, value));
}

function isWithin(bounds: Bounds, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = bounds;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = bounds;
  return (
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf))
  );
}

function acceptsList({ bounds, items = anything }: Shape, value: readonly JsonValue[]): boolean {
  const { minItems = 0, maxItems = Infinity } = bounds;
  return (
    value.length >= minItems &&
    value.length <= maxItems &&
    value.every((item) => accepts(items, item))
  );
}

function acceptsObject(shape: Shape, value: { readonly [key: string]: JsonValue }): boolean {
  const { minProperties = 0, maxProperties = Infinity } = shape.bounds;
  const names = Object.keys(value);
  return (
    names.length >= minProperties &&
    names.length <= maxProperties &&
    [...shape.required].every((name) => Object.hasOwn(value, name)) &&
    names.every((name) => accepts(memberOf(shape, name), ownMember(value, name) as JsonValue))
  );
}
