import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { checkCodes } from '../../check/surface/check-codes.ts';
import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';

const run = promisify(execFile);

/** Timeout of a git command, in milliseconds. */
const timeoutMs = 60_000;

/** Maximum output of git, which lists the names of all files, in bytes. */
const maxBuffer = 256 * 1024 * 1024;

/** Matches files of configurations, schemas and operations. */
const sourceFiles = /\.(graphqls?|gql|json|ya?ml)$/i;

/**
 * Checks out the sources of a git revision in a temporary folder, and removes it after `use`.
 *
 * The working tree, the index and the references do not change. Git is started without a shell.
 *
 * @param folder a folder of the repository; `use` receives the same folder at the revision.
 */
export async function withRevision<T>(
  revision: string,
  folder: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const top = (await git(folder, ['rev-parse', '--show-toplevel'])).trim();
  const parse = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = (await git(folder, parse, revision)).trim();
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'graphql-mcp-gateway-')));
  try {
    await checkOut(commit, top, copy);
    const target = join(copy, 'tree', relative(await realpath(top), await realpath(folder)));
    await mkdir(target, { recursive: true });
    return await use(target);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function checkOut(commit: string, top: string, copy: string): Promise<void> {
  // a separate index leaves that of the repository unchanged
  const env = { ...process.env, GIT_INDEX_FILE: join(copy, 'index') };
  await git(top, ['read-tree', commit], commit, env);
  const names = await git(top, ['ls-files', '-z'], commit, env);
  const sources = names.split('\0').filter((name) => sourceFiles.test(name));
  const prefix = `--prefix=${join(copy, 'tree')}/`;
  await git(top, ['checkout-index', '-z', '--stdin', prefix], commit, env, sources.join('\0'));
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
    throw gitError(folder, revision, error);
  }
}

function gitError(folder: string, revision: string, error: unknown): GatewayError {
  const { stderr = '', code } = error as { readonly stderr?: string; readonly code?: unknown };
  const reason = code === 'ENOENT' ? 'git is not installed' : (stderr.trim().split('\n')[0] ?? '');
  const problem =
    revision === ''
      ? `${folder} is not in a git repository`
      : `The git revision "${revision}" does not exist`;
  const message = reason === '' ? `${problem}.` : `${problem}: ${reason}.`;
  return gatewayError('GIT_FAILED', message, checkCodes.GIT_FAILED.advice, { cause: error });
}
