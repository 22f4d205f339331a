import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepare } from '../config/prepare.ts';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'authorization.md'),
  'utf8',
);
const configurations = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);

/** Sets every variable that a text refers to. */
function environmentOf(text: string): Readonly<Record<string, string>> {
  const names = [...text.matchAll(/\$\{env:(\w+)/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, `the-long-value-of-the-variable-${name}`]));
}

it('shows configurations', () => {
  expect(configurations.length).toBeGreaterThanOrEqual(6);
});

it.each(configurations)('shows a configuration that is valid, without warnings: %s', (text) => {
  expect(prepare(text, environmentOf(text)).diagnostics).toEqual([]);
});
