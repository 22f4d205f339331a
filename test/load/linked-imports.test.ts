import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder, lines, loadFrom } from './sources-folder.ts';

function createLinked(files: Readonly<Record<string, string>>) {
  const folder = createFolder({ 'base/gateway.yaml': '', ...files });
  const base = `${folder.path}/base`;
  const folders = { base, displayBase: base };
  return {
    ...folder,
    folders,
    link: (to: string, path: string) => symlinkSync(to, `${base}/${path}`),
  };
}

describe('an #import through a link', () => {
  it('does not read files outside of the folders of the sources', async () => {
    const folder = createLinked({
      'elsewhere/passwd': 'root:x:0:0',
      'elsewhere/secret.graphql': 'fragment Secret on Query { secret }',
      'base/ops/a.graphql':
        '#import "etc/passwd"\n#import "etc/secret.graphql"\n#import "one.gql"\nquery A { a }',
    });
    folder.link('../../elsewhere', 'ops/etc');
    folder.link('../../elsewhere/secret.graphql', 'ops/one.gql');
    const { diagnostics } = await loadFrom(folder, ['ops/a.graphql']);
    expect(lines(diagnostics).map((line) => line.split(': ').slice(0, 3))).toEqual([
      ['ops/a.graphql:1:1', 'error IMPORT_OUTSIDE', expect.stringContaining('"etc/passwd"')],
      [
        'ops/a.graphql:2:1',
        'error IMPORT_OUTSIDE',
        expect.stringContaining('"etc/secret.graphql"'),
      ],
      ['ops/a.graphql:3:1', 'error IMPORT_OUTSIDE', expect.stringContaining('"one.gql"')],
    ]);
  });

  it('reads files of the folders, and files that a glob matches', async () => {
    const folder = createLinked({
      'store/b.graphql': 'fragment B on Query { b }',
      'base/shared/c.graphql': 'fragment C on Query { c }',
      'base/ops/a.graphql':
        '#import "b.graphql"\n#import "linked/c.graphql"\nquery A { ...B ...C }',
    });
    folder.link('../../store/b.graphql', 'ops/b.graphql');
    folder.link('../shared', 'ops/linked');
    const { diagnostics, operations } = await loadFrom(folder, ['ops/*.graphql']);
    expect(lines(diagnostics)).toEqual([]);
    expect([...(operations[0]?.fragments.keys() ?? [])].sort()).toEqual(['B', 'C']);
  });

  it('reports a syntax error of a file outside without its text', async () => {
    const folder = createLinked({
      'elsewhere/passwd': '\nroot:x:0:0',
      'base/ops/b.graphql': '{ b }',
    });
    folder.link('../../elsewhere/passwd', 'ops/a.graphql');
    const { diagnostics } = await loadFrom(folder, ['ops/*.graphql']);
    expect(lines(diagnostics)).toEqual([
      expect.stringMatching(
        /^ops\/a\.graphql:2:1: error GRAPHQL_SYNTAX: The syntax is invalid; the file is a link out of the folders of the sources, so its text is not quoted\. /,
      ),
    ]);
  });
});
