import { isJsonObject, ownMember } from '../core/json.ts';

/** Keywords whose lists have no order. */
export const unorderedKeywords: ReadonlySet<string> = new Set(['required', 'enum', 'type']);

/**
 * Whether two schemas are the same, words included; the order of keys counts for nothing, nor that of
 * lists that have none. Most tools of a check are the same, so this makes nothing.
 */
export function isSameSchema(one: unknown, other: unknown): boolean {
  return isSame(one, other, false);
}

function isSame(one: unknown, other: unknown, isUnordered: boolean): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other, isUnordered);
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) &&
      isSame(ownMember(one, key), ownMember(other, key), unorderedKeywords.has(key)),
  );
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
