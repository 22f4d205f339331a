/**
 * What JSON text says, where a model wrote an object or list as text; else the value itself.
 *
 * It is read once: text within it stays text.
 *
 * @param starts the characters that the text may start with: `{` an object, `[` a list.
 */
export function parseAs(given: unknown, starts: '{' | '[' | '{['): unknown {
  if (typeof given !== 'string') return given;
  const start = given.trimStart().charAt(0);
  return start !== '' && starts.includes(start) ? parseWhole(given) : given;
}

/** What JSON text says, whatever it is; text that is no JSON is itself. */
export function parseWhole(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}
