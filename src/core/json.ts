/** A value that JSON can write. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Tells a JSON object from arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells a JSON array; `Array.isArray` leaves readonly ones among what is none. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Parses a JSON object; undefined for anything else, be it JSON or not. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads an own member of an object made elsewhere.
 *
 * Names from outside never reach the prototype: `ownMember(value, 'constructor')` is undefined
 * unless the object itself has that key.
 */
export function ownMember(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/**
 * Writes JSON with sorted keys, so that equal values give equal text on every machine.
 *
 * Keys are compared by UTF-16 code unit; members whose value is undefined are left out.
 *
 * @param indent spaces a level; 0 writes one line.
 */
export function stableJson(value: unknown, indent = 0): string {
  return JSON.stringify(sortKeys(value), undefined, indent);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  // fromEntries defines own members, so a key named __proto__ stays a key
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}
