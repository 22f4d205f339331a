import { describe, expect, it } from 'vitest';
import { commandNames, loadCommands } from '../../src/cli/load-commands.ts';

describe('the commands that are loaded', () => {
  it.each<[argv: readonly string[], names: readonly string[]]>([
    [[], ['serve']],
    [['--config', 'gateway.yaml'], ['serve']],
    [['serve', '--stdio'], ['serve']],
    [['check', '--help'], ['check']],
    [['help', 'check'], commandNames],
    [['--help'], commandNames],
    [['-h'], commandNames],
    [['--version'], commandNames],
  ])('for %j are %j', async (argv, names) => {
    expect((await loadCommands(argv)).map(({ name }) => name)).toEqual(names);
  });
});
