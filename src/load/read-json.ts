import type { Diagnostic, Place } from '../core/diagnostic.ts';
import { finding } from './finding.ts';
import { scanJson } from './json-scan.ts';
import { maxJsonBytes, readText } from './read-text.ts';
import type { SourceFile } from './source-file.ts';

/** The value of a JSON file and its text, or why it cannot be had. */
export type JsonResult =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

/** Reads a JSON file of bounded size. */
export async function readJson(file: SourceFile): Promise<JsonResult> {
  const result = await readText(file, maxJsonBytes);
  if (!result.ok) return result;
  return parseJson(file, result.text);
}

/** Parses JSON, and says where it is broken. */
export function parseJson({ shown }: SourceFile, text: string): JsonResult {
  try {
    return { ok: true, value: JSON.parse(text) as unknown, text };
  } catch {
    const { offset, message } = scanJson(text) ?? { offset: 0, message: 'it cannot be parsed' };
    const place: Place = { file: shown, ...createLineCounter(text)(offset) };
    const hint =
      'Correct the JSON at this place, or have it written anew by the tool it comes from.';
    return {
      ok: false,
      problem: finding('error', 'JSON_SYNTAX', `The JSON is broken: ${message}.`, hint, { place }),
    };
  }
}

/** Turns ascending offsets of a text into lines and columns, reading the text once. */
export function createLineCounter(
  text: string,
): (offset: number) => { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    for (;;) {
      const lineEnd = text.indexOf('\n', lineStart);
      if (lineEnd < 0 || lineEnd >= offset) return { line, column: offset - lineStart + 1 };
      line += 1;
      lineStart = lineEnd + 1;
    }
  };
}
