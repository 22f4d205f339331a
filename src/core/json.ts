/** A JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns whether a value is a JSON object: not an array, null or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a JSON value is an array; `Array.isArray` does not narrow readonly arrays. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Parses a JSON object; returns undefined for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads an own member of an object; inherited members such as `constructor` are undefined.
 */
export function ownMember(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** Reads an own member of nested objects by its path; undefined if there is none. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isJsonObject(inner) ? ownMember(inner, key) : undefined),
    value,
  );
}

/**
 * The names of the members of `Object.prototype`: `constructor`, `toString`, `__proto__`, …
 *
 * Validators written in JavaScript, such as those of the official SDK, read the inherited member if a
 * key of such a name is absent, and reject the value.
 */
export const inheritedNames: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype),
);

/**
 * Writes JSON with keys sorted by UTF-16 code unit, so that equal values give equal text.
 *
 * @param indent spaces per level; 0 writes one line.
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

/**
 * Replaces escaped lone surrogates in a JSON text by U+FFFD.
 *
 * `"\ud800"` is valid JSON, but parsers in Rust, Go and Python reject the whole message for it.
 */
export function replaceLoneSurrogates(text: string): string {
  if (!text.includes('\\u') || !surrogate.test(text)) return text;
  return text.replace(escapes, (escape) => (escape.length === 6 ? '\\ufffd' : escape));
}

const surrogate = /\\u[dD]/;

/**
 * Matches an escaped surrogate pair, an escaped lone surrogate, or the first two characters of any other
 * escape; the last keeps `\\ud800` (an escaped backslash before letters) from matching as a surrogate.
 */
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\[^]/g;

/** Returns whether a JSON value has more than so many levels of lists and objects. */
export function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}
