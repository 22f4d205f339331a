import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportFormats } from '../../src/check/report/format-report.ts';
import { contractPage } from './contract-page.ts';
import { expectGenerated } from './generated.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'contract.md');

describe('docs/contract.md', () => {
  it('has the tables of the code and of the catalogue', async () => {
    await expectGenerated('docs/contract.md', contractPage(readFileSync(file, 'utf8')));
  });

  it.each(Object.keys(reportFormats))('documents the format %s', (format) => {
    expect(readFileSync(file, 'utf8')).toContain(`\`${format}\``);
  });
});
