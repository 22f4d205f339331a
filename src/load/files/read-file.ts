import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { LineCounter } from 'yaml';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import type { SourceFile } from './find-files.ts';

/** The text of a file, or a diagnostic. */
export type TextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

/** The largest GraphQL file, in bytes. */
export const maxGraphQLBytes = 16 * 1024 * 1024;

/** The largest introspection result or manifest, in bytes. */
export const maxJsonBytes = 64 * 1024 * 1024;

/** Reads a UTF-8 file of bounded size; removes a byte order mark. */
export async function readText(file: SourceFile, maxBytes: number): Promise<TextResult> {
  try {
    const stats = await stat(file.path);
    const { size } = stats;
    // a device or a pipe has no size and may be endless
    if (!stats.isFile()) return notAFile(file, stats.isDirectory());
    if (size > maxBytes) return tooLarge(file, size, maxBytes);
    const bytes = await readFile(file.path);
    return decode(file, bytes);
  } catch (error) {
    return unreadable(file, error);
  }
}

function decode(file: SourceFile, bytes: Buffer): TextResult {
  if (isUtf8(bytes)) return { ok: true, text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
  const utf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  return problemOf(
    file,
    'FILE_NOT_UTF8',
    `The file is not UTF-8 text${utf16 ? ', but UTF-16' : ''}.`,
  );
}

function notAFile(file: SourceFile, folder: boolean): TextResult {
  return problemOf(
    file,
    'FILE_UNREADABLE',
    `The path is ${folder ? 'a folder' : 'a device or a pipe'}, not a file.`,
    'Correct the path or the glob that matches it.',
  );
}

function tooLarge(file: SourceFile, size: number, maxBytes: number): TextResult {
  return problemOf(
    file,
    'FILE_TOO_LARGE',
    `The file has ${size} bytes; at most ${maxBytes} are read.`,
  );
}

function unreadable(file: SourceFile, error: unknown): TextResult {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return problemOf(file, 'FILE_UNREADABLE', `The file cannot be read (${code}).`, hints.get(code));
}

const hints = new Map([
  ['ENOENT', 'It was removed or moved while the gateway was reading, or it is a link to nothing.'],
  ['EACCES', 'Give the user who runs the gateway the right to read it.'],
  ['EPERM', 'Give the user who runs the gateway the right to read it.'],
  ['ELOOP', 'It is a symbolic link that leads back to itself.'],
]);

function problemOf(
  { displayPath }: SourceFile,
  code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_NOT_UTF8',
  message: string,
  hint?: string,
): TextResult {
  const place = { file: displayPath, line: 1, column: 1 };
  return { ok: false, problem: loadDiagnostic(code, message, { hint, place }) };
}

/** The value of a JSON file and its text, or a diagnostic. */
export type JsonResult =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

/** Reads a JSON file of bounded size. */
export async function readJson(file: SourceFile): Promise<JsonResult> {
  const result = await readText(file, maxJsonBytes);
  if (!result.ok) return result;
  return parseJson(file, result.text);
}

/**
 * Parses JSON; a syntax error has the place that the JavaScript engine reports, or the first line.
 */
export function parseJson({ displayPath, isOutside }: SourceFile, text: string): JsonResult {
  try {
    return { ok: true, value: JSON.parse(text) as unknown, text };
  } catch (error) {
    const { message } = error as SyntaxError;
    const [reason = ''] = message.split(/ in JSON at position| at position|\.\.\./);
    const place = { file: displayPath, ...createLineCounter(text)(offsetIn(message, text)) };
    const problem = loadDiagnostic('JSON_SYNTAX', `Invalid JSON: ${reason}.`, { place });
    return { ok: false, problem: isOutside ? unquoted(problem) : problem };
  }
}

/** Removes the words of a file from a syntax error, if the file is outside of the sources. */
export function unquoted(problem: Diagnostic): Diagnostic {
  const message =
    'The syntax is invalid; the file is a link out of the folders of the sources, so its text is not quoted.';
  return { ...problem, message };
}

function offsetIn(message: string, text: string): number {
  if (message.includes('end of JSON input')) return text.length;
  return Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
}

/** Creates a function that turns offsets of a text into lines and columns. */
export function createLineCounter(
  text: string,
): (offset: number) => { readonly line: number; readonly column: number } {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    lines.addNewLine(end + 1);
  }
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}
