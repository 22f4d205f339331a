import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder for the files of one measurement; removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
  folders.push(folder);
  return folder;
}

/** Writes a text into a new temporary file, and gives its path. */
export function temporaryFile(text: string): string {
  const path = join(temporaryFolder(), 'answer.json');
  writeFileSync(path, text);
  return path;
}
