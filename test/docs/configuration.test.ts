import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/config-schema.ts';
import { configurationPage, unknownOverrides } from './configuration-page.ts';
import { expectGenerated } from './generated.ts';

describe('docs/configuration.md', () => {
  it('is what the schema of the configuration makes of it', async () => {
    expect(configurationPage()).toContain('| `endpoint` |');
    await expectGenerated('docs/configuration.md', configurationPage());
  });

  it('names only options that exist', () => {
    expect(unknownOverrides()).toEqual([]);
  });
});

describe('docs/gateway.schema.json', () => {
  it('is the schema that configurations are validated by', async () => {
    expect(new Ajv().validateSchema(configSchema)).toBe(true);
    await expectGenerated('docs/gateway.schema.json', JSON.stringify(configSchema));
  });
});
