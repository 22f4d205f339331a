import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorTables } from '../support/error-tables.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');

describe('docs/errors.md', () => {
  it.each(Object.keys(errorTables))('contains the generated table of %s', (name) => {
    const [, written] = new RegExp(`<!-- ${name} -->\n\n([^]*?)\n\n<!-- end -->`).exec(page) ?? [];
    expect(written).toBe(errorTables[name]?.());
  });
});
