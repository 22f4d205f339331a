import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/**
 * Compares a page or file with what the code makes of it.
 *
 * With `UPDATE_DOCS=1` in the environment the file is written first.
 */
export async function expectGenerated(path: string, text: string): Promise<void> {
  const file = join(root, path);
  const formatted = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, formatted);
  expect(await readFile(file, 'utf8').catch(() => 'not written yet')).toBe(formatted);
}

/** Parts of a page that the code writes, by name; each returns the lines of its part. */
export type GeneratedParts = Readonly<Record<string, () => readonly string[]>>;

/**
 * Writes the generated parts of a page anew, and keeps its prose. A part is between
 * `<!-- generated: name -->` and `<!-- end of name -->`.
 */
export function replaceParts(written: string, parts: GeneratedParts): string {
  return Object.entries(parts).reduce((page, [part, write]) => {
    const start = `<!-- generated: ${part} -->`;
    const end = `<!-- end of ${part} -->`;
    const [before = '', rest = ''] = page.split(start);
    const [, after] = rest.split(end);
    if (after === undefined) throw new Error(`The page has no part "${part}".`);
    return `${before}${start}\n\n${write().join('\n')}\n\n${end}${after}`;
  }, written);
}

/** Writes a Markdown table. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
