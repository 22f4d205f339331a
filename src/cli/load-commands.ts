import type { CliCommand } from './cli-command.ts';

/** What loads each command, in the order of the help. */
const loaders: ReadonlyMap<string, () => Promise<CliCommand>> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).serveCommand],
  ['inspect', async () => (await import('./commands/inspect.ts')).inspectCommand],
  ['call', async () => (await import('./commands/call.ts')).callCommand],
  ['init', async () => (await import('./commands/init.ts')).initCommand],
  ['add', async () => (await import('./commands/add.ts')).addCommand],
  ['check', async () => (await import('./commands/check.ts')).checkCommand],
  ['types', async () => (await import('./commands/types.ts')).typesCommand],
]);

/** The names of all commands, in the order of the help. */
export const commandNames: readonly string[] = [...loaders.keys()];

/** What stands for `serve` when no command is named. */
const defaultCommand = 'serve';

/** Options that tell of all commands. */
const general = new Set(['-h', '--help', '-V', '--version']);

/**
 * Loads the command that a command line names, or all where it asks for help.
 *
 * The modules of the others are left alone: `check` and `init` bring libraries that take a fifth of
 * the time in which a gateway of a few tools starts.
 */
export async function loadCommands(argv: readonly string[]): Promise<readonly CliCommand[]> {
  const [first = defaultCommand] = argv;
  const named = loaders.get(first);
  if (named) return [await named()];
  const isGeneral = first === 'help' || argv.some((argument) => general.has(argument));
  const names = isGeneral ? commandNames : [defaultCommand];
  return await Promise.all(names.flatMap((name) => loaders.get(name)?.() ?? []));
}
