import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { checkCodes } from '../check/surface/check-codes.ts';
import { gatewayError, type GatewayError } from '../core/diagnostic.ts';

const run = promisify(execFile);

/** How long one git command may take, in milliseconds. */
const timeoutMs = 60_000;

/** Bytes that git may print: the names of all files. */
const maxBuffer = 256 * 1024 * 1024;

/** Files that configurations, schemas and operations are written in. */
const sourceFiles = /\.(graphqls?|gql|json|ya?ml)$/i;

/**
 * Lays out the sources of a git revision in a temporary folder, hands it over, and removes it.
 *
 * The working tree, the index and the references stay as they are. Git is started without a shell.
 *
 * @param folder a folder of the repository; `use` is given the same folder as it was then.
 */
export async function withRevision<T>(
  revision: string,
  folder: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const top = (await git(folder, ['rev-parse', '--show-toplevel'])).trim();
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = (await git(folder, named, revision)).trim();
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'graphql-mcp-gateway-')));
  try {
    await layOut(commit, top, copy);
    const within = join(copy, 'tree', relative(await realpath(top), await realpath(folder)));
    await mkdir(within, { recursive: true });
    return await use(within);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function layOut(commit: string, top: string, copy: string): Promise<void> {
  // an index of its own, so that the repository's stays untouched
  const env = { ...process.env, GIT_INDEX_FILE: join(copy, 'index') };
  await git(top, ['read-tree', commit], commit, env);
  const names = await git(top, ['ls-files', '-z'], commit, env);
  const wanted = names.split('\0').filter((name) => sourceFiles.test(name));
  const prefix = `--prefix=${join(copy, 'tree')}/`;
  await git(top, ['checkout-index', '-z', '--stdin', prefix], commit, env, wanted.join('\0'));
}

async function git(
  folder: string,
  args: readonly string[],
  revision = '',
  env: NodeJS.ProcessEnv = process.env,
  input?: string,
): Promise<string> {
  try {
    const running = run('git', args, { cwd: folder, env, timeout: timeoutMs, maxBuffer });
    running.child.stdin?.end(input);
    return (await running).stdout;
  } catch (error) {
    throw failure(folder, revision, error);
  }
}

function failure(folder: string, revision: string, error: unknown): GatewayError {
  const { stderr = '', code } = error as { readonly stderr?: string; readonly code?: unknown };
  const why = code === 'ENOENT' ? 'git is not installed' : (stderr.trim().split('\n')[0] ?? '');
  const what =
    revision === ''
      ? `${folder} is not in a git repository`
      : `Git knows no revision "${revision}" here`;
  const message = why === '' ? `${what}.` : `${what}: ${why}.`;
  return gatewayError('GIT_FAILED', message, checkCodes.GIT_FAILED.advice, { cause: error });
}
