import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

it.each(['docs/where-to-change.md', 'docs/architecture.md'])(
  '%s names existing files only',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const paths = [...text.matchAll(/`((?:src|test)\/[\w./-]+\.ts)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
