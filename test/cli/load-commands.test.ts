import { describe, expect, it } from 'vitest';
import { loadCommands } from '../../src/cli/program.ts';

const all = ['serve', 'inspect', 'call', 'init', 'add', 'check', 'types'];

describe('loadCommands', () => {
  it.each<[argv: readonly string[], names: readonly string[]]>([
    [[], ['serve']],
    [['--config', 'gateway.yaml'], ['serve']],
    [['serve', '--stdio'], ['serve']],
    [['check', '--help'], ['check']],
    [['help', 'check'], all],
    [['--help'], all],
    [['-h'], all],
    [['--version'], all],
  ])('loads, for %j, the commands %j', async (argv, names) => {
    expect((await loadCommands(argv)).map(({ name }) => name)).toEqual(names);
  });
});
