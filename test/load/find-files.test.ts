import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../src/load/files/find-files.ts';
import { createFolder, lines } from './sources-folder.ts';

describe('findFiles', () => {
  it('sorts files by code unit, and finds each once', async () => {
    const folder = createFolder({
      'b.graphql': '',
      'a/z.graphql': '',
      'B.graphql': '',
      'ä.graphql': '',
    });
    const { files, diagnostics } = await findFiles(['**/*.graphql', 'b.*'], folder.folders);
    expect(files.map(({ displayPath }) => displayPath)).toEqual([
      'B.graphql',
      'a/z.graphql',
      'b.graphql',
      'ä.graphql',
    ]);
    expect(diagnostics).toEqual([]);
  });

  it('finds the same files for every order of globs', async () => {
    const folder = createFolder({ 'x/1.graphql': '', 'x/2.graphql': '', 'y/1.graphql': '' });
    const one = await findFiles(['x/*.graphql', 'y/*.graphql'], folder.folders);
    const other = await findFiles(['y/*.graphql', 'x/2.graphql', 'x/*.graphql'], folder.folders);
    expect(other.files).toEqual(one.files);
  });

  it('skips node_modules, dot files and excluded files', async () => {
    const folder = createFolder({
      'node_modules/p/a.graphql': '',
      '.hidden/a.graphql': '',
      'drafts/a.graphql': '',
      'a.graphql': '',
    });
    const { files } = await findFiles(['**/*.graphql', '!drafts/**'], folder.folders);
    expect(files.map(({ displayPath }) => displayPath)).toEqual(['a.graphql']);
  });

  it('finds files by absolute globs and above the base folder', async () => {
    const folder = createFolder({ 'gateway/gateway.yaml': '', 'shared/a.graphql': '' });
    const folders = { base: `${folder.path}/gateway`, displayBase: folder.path };
    const above = await findFiles(['../shared/*.graphql'], folders);
    const absolute = await findFiles([`${folder.path}/shared/*.graphql`], folders);
    expect(above.files).toEqual([
      { path: `${folder.path}/shared/a.graphql`, displayPath: 'shared/a.graphql' },
    ]);
    expect(absolute.files).toEqual(above.files);
    expect(above.roots).toEqual([`${folder.path}/shared`]);
  });

  it('follows a link to a folder that a glob names, and stops at circular links', async () => {
    const folder = createFolder({
      'real/a.graphql': '',
      'real/b.graphql': '',
      'real/in/c.graphql': '',
    });
    symlinkSync('real', `${folder.path}/linked`);
    symlinkSync('..', `${folder.path}/real/up`);
    const found = async (...globs: string[]) =>
      (await findFiles(globs, folder.folders)).files.map(({ displayPath }) => displayPath);
    expect(await found('linked/*.graphql')).toEqual(['linked/a.graphql', 'linked/b.graphql']);
    expect(await found('linked/a.graphql')).toEqual(['linked/a.graphql']);
    expect(await found(`${folder.path}/linked/**/*.graphql`, '!linked/b.graphql')).toEqual([
      'linked/a.graphql',
      'linked/in/c.graphql',
    ]);
  });

  it('reads links to files and folders, each file once', async () => {
    const folder = createFolder({
      'elsewhere/a.graphql': '',
      'elsewhere/more/b.graphql': '',
      'base/ops/c.graphql': '',
    });
    symlinkSync('../../elsewhere/a.graphql', `${folder.path}/base/ops/a.graphql`);
    symlinkSync('../../elsewhere/more', `${folder.path}/base/ops/more`);
    symlinkSync('c.graphql', `${folder.path}/base/ops/again.graphql`);
    symlinkSync('nowhere.graphql', `${folder.path}/base/ops/broken.graphql`);
    const base = `${folder.path}/base`;
    const { files, roots, diagnostics } = await findFiles(['ops/**/*.graphql'], {
      base,
      displayBase: base,
    });
    expect(
      files.map(({ displayPath, isOutside }) => [displayPath, isOutside === true] as const),
    ).toEqual([
      ['ops/a.graphql', true],
      ['ops/broken.graphql', false],
      ['ops/c.graphql', false],
      ['ops/more/b.graphql', true],
    ]);
    expect(roots).toEqual([`${base}/ops`, `${base}/ops/a.graphql`, `${base}/ops/more/b.graphql`]);
    expect(diagnostics).toEqual([]);
  });

  it('reads the links of a mounted ConfigMap', async () => {
    const folder = createFolder({ 'ops/..2026_1/a.graphql': '', 'ops/..2026_1/s.graphql': '' });
    symlinkSync('..2026_1', `${folder.path}/ops/..data`);
    for (const name of ['a.graphql', 's.graphql']) {
      symlinkSync(`..data/${name}`, `${folder.path}/ops/${name}`);
    }
    const all = await findFiles(['ops/**/*.graphql'], folder.folders);
    expect(all.files).toEqual(
      ['a', 's'].map((name) => ({
        path: `${folder.path}/ops/${name}.graphql`,
        displayPath: `ops/${name}.graphql`,
      })),
    );
    const named = await findFiles(['ops/s.graphql'], folder.folders);
    expect(named.files.map(({ displayPath }) => displayPath)).toEqual(['ops/s.graphql']);
  });

  it('ends at folders that link to each other', async () => {
    const folder = createFolder({ 'a/1.graphql': '', 'b/2.graphql': '' });
    symlinkSync('../b', `${folder.path}/a/to`);
    symlinkSync('../a', `${folder.path}/b/to`);
    symlinkSync('self', `${folder.path}/self`);
    const { files } = await findFiles(['**/*.graphql'], folder.folders);
    expect(files.map(({ displayPath }) => displayPath)).toEqual(['a/1.graphql', 'b/2.graphql']);
  });

  it('stops after a thousand linked folders, and reports it as LINKS_TOO_MANY', async () => {
    const folder = createFolder({ 'real/a.graphql': '', 'ops/b.graphql': '' });
    for (let count = 0; count <= 1_000; count++) {
      symlinkSync('../real', `${folder.path}/ops/link${count}`);
    }
    const { files, diagnostics } = await findFiles(['ops/**/*.graphql'], folder.folders);
    expect(files.map(({ displayPath }) => displayPath)).toContain('ops/b.graphql');
    expect(diagnostics.map(({ code }) => code)).toEqual(['LINKS_TOO_MANY']);
  });

  it('returns the paths to watch per glob', async () => {
    const folder = createFolder({ 'ops/a.graphql': '', 'schema.graphql': '' });
    const { roots } = await findFiles(
      ['ops/**/*.graphql', 'schema.graphql', '*.graphql'],
      folder.folders,
    );
    expect(roots).toEqual([`${folder.path}/ops`, `${folder.path}/schema.graphql`, folder.path]);
  });

  it('reports each glob without a match', async () => {
    const folder = createFolder({ 'ops/readme.md': '', 'ops/a.graphql': '' });
    const globs = ['operation/**/*.graphql', 'ops/*.gql', 'ops', 'ops/b.graphql', 'ops/a.graphql'];
    const { files, diagnostics } = await findFiles(globs, folder.folders);
    expect(files.map(({ displayPath }) => displayPath)).toEqual(['ops/a.graphql']);
    expect(lines(diagnostics)).toEqual([
      `error FILES_NOT_FOUND: The glob "operation/**/*.graphql" matches no file in ${folder.path}. There is no "operation": correct the glob, or create it.`,
      `error FILES_NOT_FOUND: The glob "ops/*.gql" matches no file in ${folder.path}. Correct the glob, or put files where it looks.`,
      `error FILES_NOT_FOUND: The glob "ops" matches no file in ${folder.path}. It names a folder: write "ops/**/*.graphql".`,
      `error FILES_NOT_FOUND: The glob "ops/b.graphql" matches no file in ${folder.path}. There is no "ops/b.graphql": correct the glob, or create it.`,
    ]);
  });
});
