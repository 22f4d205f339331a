/**
 * Replaces escaped lone surrogates in a JSON text by U+FFFD.
 *
 * `"\ud800"` is legal JSON, but names half a character: readers in Rust, Go and Python refuse the
 * whole message for it. The text is returned as it is when there is nothing to replace.
 */
export function replaceLoneSurrogates(text: string): string {
  if (!text.includes('\\u') || !half.test(text)) return text;
  return text.replace(escapes, (escape) => (escape.length === 6 ? '\\ufffd' : escape));
}

const half = /\\u[dD]/;

/**
 * An escaped pair, an escaped half, or the first two characters of any other escape. Matching every
 * escape keeps `\\ud800`, an escaped backslash before ordinary letters, from being taken for a half.
 */
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\[^]/g;
