import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as api from '../src/index.ts';

const root = join(import.meta.dirname, '..');

describe('the package', () => {
  it('exports the documented names only', () => {
    expect(Object.keys(api).sort()).toEqual(['GatewayError', 'createGateway']);
  });

  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };

  it('contains the example and the documentation', () => {
    expect(files).toEqual([
      'dist',
      'schema',
      'operations',
      'gateway.yaml',
      'docs',
      'bench/README.md',
    ]);
  });

  it('contains every page that is linked from the README, directly or not', () => {
    const shipped = new Set(['README.md', 'CHANGELOG.md']);
    for (const page of shipped) {
      for (const link of linksOf(page)) if (link.endsWith('.md')) shipped.add(link);
    }
    const left = [...shipped].filter(
      (page) => !files.some((entry) => page === entry || page.startsWith(`${entry}/`)),
    );
    expect(left).toEqual(['README.md', 'CHANGELOG.md']);
  });

  it('shares one copy of graphql with its dependencies', () => {
    const schema = makeExecutableSchema({ typeDefs: 'type Query { a: Int }' });
    expect(schema).toBeInstanceOf(GraphQLSchema);
  });

  it.each(['.', 'tools', 'test/peers'])('locks no registry addresses in %s', (folder) => {
    const lock = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
  });
});

/** The files of this repository that a page links to, by their paths from its root. */
function linksOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !link.includes(':'))
    .map((link) => posix.join(posix.dirname(page), link));
}
