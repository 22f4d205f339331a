import { describe, expect, it } from 'vitest';
import { loadCommands, createProgram } from '../../src/cli/program.ts';
import { createTestContext } from '../cli/streams.ts';
import { cliPage } from './cli-page.ts';
import { expectGenerated } from './generated.ts';

describe('docs/cli.md', () => {
  it('is what the tree of commands makes of it', async () => {
    const commands = await loadCommands(['help']);
    const program = createProgram(commands, createTestContext('.').context, () => {});
    const page = cliPage(program, commands);
    expect(page).toContain('## serve');
    await expectGenerated('docs/cli.md', page);
  });
});
