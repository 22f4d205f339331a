import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folders of `src/` from the bottom up; a file imports from its own folder and lower ranks only. */
const ranks: readonly (readonly string[])[] = [
  ['core'],
  ['config', 'http', 'observe', 'example'],
  ['load'],
  ['compile'],
  ['execute', 'result', 'mcp', 'check'],
  ['auth'],
  ['serve'],
  ['gateway'],
  ['cli'],
];

/** Folders without I/O, which give the same result for the same input. */
const pureFolders = new Set(['core', 'compile', 'result', 'mcp']);

const root = join(import.meta.dirname, '..', 'src');

interface SourceFile {
  /** From `src/`, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly text: string;
  /** Paths of the files that it imports, types included. */
  readonly imports: readonly string[];
  readonly packages: readonly string[];
}

const files: readonly SourceFile[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.split(sep).join('/'))
  .sort()
  .map(readSource);

describe('every file of src/', () => {
  it('belongs to a folder that has a rank', () => {
    expectNone(files.filter(({ path }) => path !== 'index.ts' && rankOf(path) < 0).map(pathOf));
  });

  it('imports from its own folder and lower ranks only', () => {
    // the public API may import everything
    const ranked = files.filter(({ path }) => path !== 'index.ts');
    expectNone(
      importsOf(ranked).filter(
        ([from, to]) => folderOf(from) !== folderOf(to) && rankOf(to) >= rankOf(from),
      ),
    );
  });

  it('imports no file of a folder that contains its own', () => {
    const nested = files.filter(({ path }) => posix.dirname(path).includes('/'));
    expectNone(importsOf(nested).filter(([from, to]) => isAbove(posix.dirname(to), from)));
  });

  it('is part of no import cycle', () => {
    expectNone(cycles());
  });

  it('has at most 300 lines', () => {
    expectNone(files.filter(({ lines }) => lines > 300).map(pathOf));
  });

  it('has 25 lines or more unless a file of another folder imports it', () => {
    const importers = new Map<string, string[]>(files.map(({ path }) => [path, []]));
    for (const [from, to] of importsOf(files)) importers.get(to)?.push(from);
    const isLocal = ({ path }: SourceFile) => {
      const folders = (importers.get(path) ?? []).map((importer) => posix.dirname(importer));
      return folders.length > 0 && folders.every((folder) => folder === posix.dirname(path));
    };
    expectNone(files.filter((file) => file.lines < 25 && isLocal(file)).map(pathOf));
  });

  it('has named exports only', () => {
    expectNone(files.filter(({ text }) => /^export default|^export \*/m.test(text)).map(pathOf));
  });

  it('declares nothing that TypeScript before 5.7 cannot read', () => {
    const isTooNew = ({ text }: SourceFile) =>
      /\b(Uint8Array|Buffer)<\w*ArrayBuffer/.test(text.replaceAll(/^ *(\/?\*|\/\/).*$/gm, ''));
    expectNone(files.filter(isTooNew).map(pathOf));
  });

  it('does no I/O in core, compile, result and mcp', () => {
    const isImpure = (name: string) =>
      /^node:(?!crypto$)|^(undici|hono|pino|chokidar|tinyglobby)\b/.test(name);
    const pure = files.filter(({ path }) => pureFolders.has(folderOf(path)));
    expectNone(
      pure.flatMap(({ path, packages }) => packages.filter(isImpure).map((name) => [path, name])),
    );
  });
});

describe('every folder of src/', () => {
  it('has at most 15 files of its own', () => {
    const counts = new Map<string, number>();
    for (const { path } of files) {
      const folder = posix.dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expectNone([...counts].filter(([, count]) => count > 15).map(([folder]) => folder));
  });
});

/** Fails with the list of offenders. */
function expectNone(offenders: readonly (string | readonly string[])[]): void {
  expect(offenders.map((one) => (typeof one === 'string' ? one : one.join(' → ')))).toEqual([]);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport|import\()\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports: specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(path), specifier)),
    packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
  };
}

function pathOf({ path }: SourceFile): string {
  return path;
}

/** The top folder that a file is in; empty for a file of `src/` itself. */
function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

function rankOf(path: string): number {
  return ranks.findIndex((rank) => rank.includes(folderOf(path)));
}

function isAbove(folder: string, path: string): boolean {
  return folder !== posix.dirname(path) && path.startsWith(`${folder}/`);
}

function importsOf(sources: readonly SourceFile[]): readonly (readonly [string, string])[] {
  return sources.flatMap(({ path, imports }) => imports.map((to) => [path, to] as const));
}

/** Groups of files that import each other, by Tarjan's algorithm. */
function cycles(): readonly (readonly string[])[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  /** Returns the lowest index that the file reaches and that is on the stack. */
  const visit = (path: string): number => {
    const index = indexes.size;
    indexes.set(path, index);
    stack.push(path);
    let lowest = index;
    for (const next of imports.get(path) ?? []) {
      const seen = indexes.get(next);
      if (seen === undefined) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(path));
      if (group.length > 1) found.push(group.sort());
    }
    return lowest;
  };
  for (const { path } of files) if (!indexes.has(path)) visit(path);
  return found;
}
