import { describe, expect, it } from 'vitest';
import { configurationPage, unknownOverrides } from './configuration-page.ts';
import { expectGenerated } from './generated.ts';

describe('docs/configuration.md', () => {
  it('is generated from the schema of the configuration', async () => {
    expect(configurationPage()).toContain('| `endpoint` |');
    await expectGenerated('docs/configuration.md', configurationPage());
  });

  it('names only options that exist', () => {
    expect(unknownOverrides()).toEqual([]);
  });
});
