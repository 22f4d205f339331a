import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { UpstreamOptions } from '../../src/config/upstream-options.ts';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import { formatDiagnostic, type Diagnostic } from '../../src/core/diagnostic.ts';
import { createDocumentReader } from '../../src/load/files/document-reader.ts';
import { createLoadCache, type LoadCache } from '../../src/load/operations/cache.ts';
import { loadOperations } from '../../src/load/operations/load-operations.ts';
import type { SourceFolders } from '../../src/load/files/find-files.ts';

/** A folder of source files that is removed after the test. */
export interface SourcesFolder {
  readonly path: string;
  readonly folders: SourceFolders;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(file: string): void;
}

export function createFolder(files: Readonly<Record<string, string | Uint8Array>>): SourcesFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sources-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const write: SourcesFolder['write'] = (more) => {
    for (const [name, content] of Object.entries(more)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    }
  };
  write(files);
  return {
    path,
    folders: { base: path, displayBase: path },
    write,
    remove: (file) => rmSync(join(path, file), { recursive: true }),
  };
}

/** Loads operation files the way `loadSources` does. */
export function loadFrom(
  { folders }: SourcesFolder,
  globs: readonly string[] = ['**/*.graphql'],
  cache: LoadCache = createLoadCache(),
) {
  return loadOperations(globs, { folders, reader: createDocumentReader(cache.documents), cache });
}

export function upstreamOf(options: UpstreamOptions) {
  return resolveUpstream('default', options);
}

/** Diagnostics as the lines that people see. */
export function lines(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(formatDiagnostic);
}
