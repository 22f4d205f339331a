import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCodes } from '../../src/load/model/diagnostics.ts';

function textsBelow(folder: string, except: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== except)
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}

describe('loadCodes', () => {
  const source = textsBelow(join(import.meta.dirname, '../../src/load'), 'load-codes.ts');
  const tests = textsBelow(import.meta.dirname, 'load-codes.test.ts');

  it.each(Object.keys(loadCodes))('%s is used in the sources and in a test', (code) => {
    expect(source).toContain(`'${code}'`);
    expect(tests).toMatch(new RegExp(String.raw`\b${code}\b`));
  });

  it('explains each code in a sentence', () => {
    for (const { meaning } of Object.values(loadCodes)) expect(meaning).toMatch(/^[A-Z].*\.$/);
  });
});
