/** Where something stands in a source file: what editors and CI annotations understand. */
export interface Place {
  /** Path relative to the folder the gateway was started in, with `/` separators. */
  readonly file: string;
  /** Line, counted from 1. */
  readonly line: number;
  /** Column, counted from 1. */
  readonly column: number;
}

/** Writes a place as `file:line:column`. */
export function formatPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
