import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { errorsPage } from './errors-page.ts';
import { expectGenerated } from './generated.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'errors.md');

describe('docs/errors.md', () => {
  it('has the tables of the code', async () => {
    await expectGenerated('docs/errors.md', errorsPage(readFileSync(file, 'utf8')));
  });
});
