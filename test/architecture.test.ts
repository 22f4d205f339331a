import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folders of `src/` from the bottom up; a file imports from its own folder and lower ranks only. */
const ranks: readonly (readonly string[])[] = [
  ['core'],
  ['config', 'observe', 'http', 'example'],
  ['load'],
  ['compile'],
  ['execute', 'result', 'mcp', 'check'],
  ['auth'],
  ['serve'],
  ['gateway'],
  ['cli'],
];

/** Folders that run on any runtime, and give the same result for the same input. */
const pure = new Set(['core', 'compile', 'result', 'mcp']);

const root = join(import.meta.dirname, '..', 'src');

interface SourceFile {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: readonly SourceFile[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.split(sep).join('/'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const specifiers = text.matchAll(/(?:from|import\()\s*'([^']+)'/g);
    return {
      path,
      folder: path.includes('/') ? (path.split('/')[0] ?? '') : '',
      text,
      imports: [...specifiers].map((match) => match[1] ?? ''),
    };
  });

function rankOf(folder: string): number {
  return ranks.findIndex((rank) => rank.includes(folder));
}

function folderOfImport(file: SourceFile, specifier: string): string {
  const target = relative(root, join(root, dirname(file.path), specifier));
  return target.split(sep)[0] ?? '';
}

describe.each(sources.map((source) => [source.path, source] as const))('src/%s', (_, source) => {
  it('imports downwards only', () => {
    // the public API may import everything
    const isRanked = source.path === 'index.ts' || rankOf(source.folder) >= 0;
    expect(isRanked, `${source.folder} has no rank`).toBe(true);
    const upwards = source.imports
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => folderOfImport(source, specifier))
      .filter((folder) => folder !== source.folder && rankOf(folder) >= rankOf(source.folder))
      .filter(() => source.path !== 'index.ts');
    expect(upwards).toEqual([]);
  });

  it('is at most 300 lines long', () => {
    expect(source.text.split('\n').length - 1).toBeLessThanOrEqual(300);
  });

  it('declares nothing that TypeScript before 5.7 cannot read', () => {
    const code = source.text.replaceAll(/^ *(\/?\*|\/\/).*$/gm, '');
    expect(code).not.toMatch(/\b(Uint8Array|Buffer)<\w*ArrayBuffer/);
  });

  it('has named exports only', () => {
    expect(source.text).not.toMatch(/^export default|^export \*/m);
  });
});

const pureSources = sources.filter(({ folder }) => pure.has(folder));

describe.each(pureSources.map((source) => [source.path, source] as const))(
  'src/%s',
  (_, source) => {
    it('does no I/O', () => {
      const builtIns = source.imports.filter((name) => /^node:|^undici$|^hono/.test(name));
      expect(builtIns).toEqual([]);
    });
  },
);
