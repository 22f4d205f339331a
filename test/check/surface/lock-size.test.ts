import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { formatLock } from '../../../src/check/surface/lock.ts';
import { lazy } from '../../../src/core/memo.ts';
import { starterOperations } from '../../../src/load/starters/starter-operations.ts';
import { relayFields, relaySdl } from '../support/relay-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

function lockOf(sdl: string, operations: string): string {
  const compiled = compileSources(sourcesOf(sdl, operations));
  expect(compiled.catalog.tools.size).toBe(20);
  return formatLock(surfaceOf(compiled.catalog, compiled));
}

/** Counts the lines that only one of two texts has. */
function countChangedLines(before: string, after: string): number {
  const counts = new Map<string, number>();
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

function replaced(text: string, from: string | RegExp, to: string): string {
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  return edited;
}

describe('a lock file of twenty starter tools over tables with Relay connections', () => {
  const operations = starterOperations(buildSchema(relaySdl), relayFields)
    .operations.map(({ text }) => text)
    .join('\n');
  const lock = lockOf(relaySdl, operations);

  it('has at most 56 kB', () => {
    expect(Buffer.byteLength(lock)).toBeLessThanOrEqual(56_000);
  });

  it('changes by at most 15 lines when an enum value is renamed and a field becomes nullable', () => {
    const renamed = replaced(relaySdl, 'DRAFT PUBLISHED ARCHIVED', 'DRAFT PUBLISHED RETIRED');
    const edited = replaced(renamed, /(type Film [^}]*\n {2}code: String)!/, '$1');
    expect(countChangedLines(lock, lockOf(edited, operations))).toBeLessThanOrEqual(15);
  });
});

const linear = join(import.meta.dirname, '../../../../shared/corpus/linear');

describe.skipIf(!existsSync(linear))('a lock file of twenty tools that select issues', () => {
  const sdl = existsSync(linear) ? readFileSync(join(linear, 'schema/schema.graphql'), 'utf8') : '';
  const operations = existsSync(linear) ? issueOperations() : '';
  const lock = lazy(() => lockOf(sdl, operations));

  it('has at most 250 kB', () => {
    expect(Buffer.byteLength(lock())).toBeLessThanOrEqual(250_000);
  });

  it('changes by at most 15 lines when a field becomes nullable', () => {
    const edited = replaced(sdl, /(type Issue implements [^}]*?\n {2}title: String)!/, '$1');
    expect(countChangedLines(lock(), lockOf(edited, operations))).toBeLessThanOrEqual(15);
  });
});

/** The first twenty operations that select issues, and all fragments. */
function issueOperations(): string {
  const file = join(linear, 'operations/_generated_documents.graphql');
  const definitions = readFileSync(file, 'utf8').split(
    /\n(?=(?:query|mutation|fragment|subscription) )/,
  );
  const isFragment = (text: string) => text.startsWith('fragment ');
  const selecting = definitions.filter(
    (text) => /^(query|mutation) /.test(text) && /\.\.\.Issue(Connection)?\b/.test(text),
  );
  return [...selecting.slice(0, 20), ...definitions.filter(isFragment)].join('\n');
}
