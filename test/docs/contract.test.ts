import { describe, it } from 'vitest';
import { contractPage } from './contract-page.ts';
import { expectGenerated } from './generated.ts';

describe('docs/contract.md', () => {
  it('has the verdicts that the code has', async () => {
    await expectGenerated('docs/contract.md', contractPage());
  });
});
