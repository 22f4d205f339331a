import { describe, expect, it } from 'vitest';
import { commands, createProgram } from '../../src/cli/program.ts';
import { createTestContext } from '../cli/streams.ts';
import { cliPage } from './cli-page.ts';
import { expectGenerated } from './generated.ts';

describe('docs/cli.md', () => {
  it('is what the tree of commands makes of it', async () => {
    const program = createProgram(createTestContext('.').context, () => {});
    const page = cliPage(program, commands);
    expect(page).toContain('## serve');
    await expectGenerated('docs/cli.md', page);
  });
});
