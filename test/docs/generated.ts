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
