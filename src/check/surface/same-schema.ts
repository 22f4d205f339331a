import { isJsonObject } from '../../core/json.ts';

/** Keywords whose lists have no order. */
const unorderedKeywords: ReadonlySet<string> = new Set(['required', 'enum', 'type']);

/**
 * Returns whether two schemas are the same, annotations included. The order of keys does not matter, nor
 * that of lists without an order. Most schemas of a check are the same, so this allocates nothing.
 */
export function isSameSchema(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null) return one === other;
  const known = compared.get(one);
  if (known && known.other === other) return known.isSame;
  const found = { other, isSame: isSame(one, other, false) };
  compared.set(one, found);
  return found.isSame;
}

/** The last comparison of a schema, because several callers compare the same. */
const compared = new WeakMap<object, { readonly other: unknown; readonly isSame: boolean }>();

function isSame(one: unknown, other: unknown, isUnordered: boolean): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other, isUnordered);
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  let left = Object.keys(other).length;
  // not `Object.keys`, which makes a list for each of a million objects
  for (const key in one) {
    if (!Object.hasOwn(other, key)) return false;
    if (!isSame(one[key], other[key], unorderedKeywords.has(key))) return false;
    left--;
  }
  return left === 0;
}

function isSameList(
  one: readonly unknown[],
  other: readonly unknown[],
  isUnordered: boolean,
): boolean {
  if (one.length !== other.length) return false;
  if (one.every((item, index) => isSame(item, other[index], false))) return true;
  return isUnordered && one.every((item) => other.includes(item));
}
