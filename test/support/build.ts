import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const dist = join(root, 'dist');

/** The built command line, which tests start as a child process. */
export const builtCli = join(dist, 'cli', 'main.js');

/**
 * Builds `dist/` before the first test unless it is newer than all sources. It is replaced as a
 * whole, so that several test runs can start at the same time.
 */
export default function buildIfStale(): void {
  if (isFresh()) return;
  const built = join(root, 'node_modules', `.dist-${process.pid}`);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', built];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (!isFresh()) {
    rmSync(dist, { recursive: true, force: true });
    renameSync(built, dist);
  }
  rmSync(built, { recursive: true, force: true });
}

function isFresh(): boolean {
  const sources = join(root, 'src');
  const entries = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const newest = Math.max(...['.', ...entries].map((entry) => modifiedAt(join(sources, entry))));
  return newest <= modifiedAt(builtCli);
}

/** Milliseconds since 1970; 0 for a file that does not exist. */
function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
