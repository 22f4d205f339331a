import { describe, expect, it } from 'vitest';
import { readText } from '../../src/load/files/read-file.ts';
import { sourceFileAt } from '../../src/load/files/find-files.ts';
import { createFolder, lines } from './sources-folder.ts';

async function problemOf(content: string | Uint8Array, maxBytes = 100) {
  const folder = createFolder({ 'a.graphql': content });
  const result = await readText(sourceFileAt('a.graphql', folder.folders), maxBytes);
  return result.ok ? result.text : lines([result.problem])[0];
}

describe('readText', () => {
  it('reads UTF-8 and removes a byte order mark', async () => {
    expect(await problemOf('\uFEFF{ día }\r\n')).toBe('{ día }\r\n');
  });

  it('rejects a file above the limit', async () => {
    expect(await problemOf('x'.repeat(101))).toBe(
      'a.graphql:1:1: error FILE_TOO_LARGE: The file has 101 bytes; at most 100 are read. Split it, or correct the glob that matches it.',
    );
  });

  it('rejects UTF-16 and other bytes that are not UTF-8', async () => {
    const utf16 = Buffer.from('\uFEFF{ a }', 'utf16le');
    expect(await problemOf(utf16)).toBe(
      'a.graphql:1:1: error FILE_NOT_UTF8: The file is not UTF-8 text, but UTF-16. Save it as UTF-8.',
    );
    expect(await problemOf(Uint8Array.of(0x7b, 0xe9, 0x7d))).toBe(
      'a.graphql:1:1: error FILE_NOT_UTF8: The file is not UTF-8 text. Save it as UTF-8.',
    );
  });

  it('reports why a file cannot be read', async () => {
    const folder = createFolder({ 'a/b.graphql': '' });
    const missing = await readText(sourceFileAt('c.graphql', folder.folders), 100);
    const directory = await readText(sourceFileAt('a', folder.folders), 100_000);
    const problems = [missing, directory].flatMap((result) => (result.ok ? [] : [result.problem]));
    expect(lines(problems)).toEqual([
      'c.graphql:1:1: error FILE_UNREADABLE: The file cannot be read (ENOENT). It was removed or moved while the gateway was reading, or it is a link to nothing.',
      'a:1:1: error FILE_UNREADABLE: The path is a folder, not a file. Correct the path or the glob that matches it.',
    ]);
  });
});
