import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

// the engine in JavaScript, which needs no program of a platform
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

const root = join(import.meta.dirname, '../../src');

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Finds the regular expressions of a program: literals, and `new RegExp` of constant text. */
function patternsIn(file: string, text: string): readonly Pattern[] {
  const found: Pattern[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const pattern = value.type === 'Literal' ? literalOf(value) : constructedOf(value);
    if (pattern) found.push(pattern);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return found;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function literalOf({ regex }: SyntaxNode): Pattern | undefined {
  if (typeof regex !== 'object' || regex === null) return undefined;
  const { pattern, flags } = regex as { readonly pattern: string; readonly flags: string };
  return { source: pattern, flags };
}

function constructedOf(node: SyntaxNode): Pattern | undefined {
  const { callee, arguments: given } = node;
  const isRegExp = isNode(callee) && callee['name'] === 'RegExp' && Array.isArray(given);
  const [source, flags = ''] = isRegExp ? (given as unknown[]).map(textOf) : [];
  return source === undefined || flags === undefined ? undefined : { source, flags };
}

/** The text of a constant expression: a string, or several joined by `+`. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'BinaryExpression') return undefined;
  const [left, right] = [textOf(node['left']), textOf(node['right'])];
  return left === undefined || right === undefined ? undefined : left + right;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .map(({ path, text }) => ({ path, patterns: patternsIn(path, text) }))
  .filter(({ patterns }) => patterns.length > 0);

describe('regular expressions of src/', () => {
  it('finds literals and constructed patterns', () => {
    const program = "const a = /x+/g; const b = new RegExp('[a-' + 'z]', 'u');";
    expect(patternsIn('a.ts', program)).toEqual([
      { source: 'x+', flags: 'g' },
      { source: '[a-z]', flags: 'u' },
    ]);
    expect(files.length).toBeGreaterThan(20);
  });

  it.each(files)('run in linear time in $path', ({ patterns }) => {
    const slow = patterns
      .map(({ source, flags }) => ({ pattern: `/${source}/${flags}`, ...check(source, flags) }))
      .filter(({ status }) => status !== 'safe');
    expect(slow).toEqual([]);
  });
});

function check(
  source: string,
  flags: string,
): { readonly status: string; readonly attack: string | undefined } {
  const result = checkSync(source, flags, { timeout: 60_000, randomSeed: 1 });
  return {
    status: result.status,
    attack: result.status === 'vulnerable' ? result.attack.pattern : undefined,
  };
}
