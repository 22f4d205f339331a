/**
 * Lets Node.js run TypeScript files, which it does by itself from version 22.18 on:
 * `node --import ./test/support/typescript.mjs file.ts`.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transformWithOxc } from 'vite';

if (isMainThread) register(import.meta.url);

/** A hook of `node:module`: removes the types of a TypeScript file. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
  return { format: 'module', shortCircuit: true, source: code };
}
