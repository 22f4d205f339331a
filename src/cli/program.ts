import { Command, CommanderError } from 'commander';
import { GatewayError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { packageVersion } from '../gateway/package-version.ts';
import type { CliCommand, CliContext } from './command/command.ts';
import { cliError, exitCodeOf, exitCodes, type ExitCode } from './command/errors.ts';
import { printDiagnostics } from './output/catalog.ts';
import { createPrinter } from './output/printer.ts';

/** Runs a command line and returns the exit code of the process. Never rejects. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  try {
    rejectUnknownCommand(argv);
    const commands = await loadCommands(argv);
    const program = createProgram(commands, context, (exitCode) => (code = exitCode));
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    return reportError(error instanceof CommanderError ? wrongUsage(error, argv) : error, context);
  }
}

/** The modules of the commands, in the order of the help. */
const commandLoaders: ReadonlyMap<string, () => Promise<CliCommand>> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).serveCommand],
  ['inspect', async () => (await import('./commands/inspect.ts')).inspectCommand],
  ['call', async () => (await import('./commands/call.ts')).callCommand],
  ['init', async () => (await import('./commands/init.ts')).initCommand],
  ['add', async () => (await import('./commands/add.ts')).addCommand],
  ['check', async () => (await import('./commands/check.ts')).checkCommand],
  ['types', async () => (await import('./commands/types.ts')).typesCommand],
]);

const commandNames: readonly string[] = [...commandLoaders.keys()];

const defaultCommand = 'serve';

/** Options whose output describes all commands. */
const generalOptions = new Set(['-h', '--help', '-V', '--version']);

/**
 * Loads the command of a command line; all commands for general help.
 *
 * The modules of other commands are not loaded: `check` and `init` import large libraries, which
 * would delay the start of a gateway.
 */
export async function loadCommands(argv: readonly string[]): Promise<readonly CliCommand[]> {
  const [first = defaultCommand] = argv;
  const load = commandLoaders.get(first);
  if (load) return [await load()];
  const isGeneral = first === 'help' || argv.some((argument) => generalOptions.has(argument));
  const names = isGeneral ? commandNames : [defaultCommand];
  return await Promise.all(names.flatMap((name) => commandLoaders.get(name)?.() ?? []));
}

/** Creates the command line; `onDone` receives the exit code of the command. */
export function createProgram(
  commands: readonly CliCommand[],
  context: CliContext,
  onDone: (code: ExitCode) => void,
): Command {
  const program = new Command('graphql-mcp-gateway')
    .description('Turns persisted GraphQL operations into MCP tools.')
    .version(packageVersion(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print help.')
    .helpCommand('help [command]', 'Print help for a command.')
    .configureOutput({
      writeOut: (text) => context.output.write(text),
      writeErr: (text) => context.errors.write(text),
      // errors are printed as diagnostics
      outputError: () => {},
    })
    .exitOverride();
  for (const { name, isDefault = false, examples, configure, run } of commands) {
    const command = program.command(name, { isDefault });
    configure(command);
    command.addHelpText('after', formatExamples(examples));
    command.action(async () => {
      onDone(await run({ context, args: command.args, options: command.opts() }));
    });
  }
  return program;
}

function formatExamples(examples: CliCommand['examples']): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return `\nExamples:\n${lines.join('\n')}`;
}

/** Without this check, the default command would treat a misspelled command as its argument. */
function rejectUnknownCommand([first]: readonly string[]): void {
  const names = [...commandNames, 'help'];
  if (first === undefined || first.startsWith('-') || names.includes(first)) return;
  const hint = didYouMean(first, names).trim() || `Commands are ${names.join(', ')}.`;
  throw cliError('CLI_UNKNOWN_COMMAND', `Unknown command "${first}".`, { hint });
}

/** Converts an error of commander to a diagnostic. */
function wrongUsage({ code, message }: CommanderError, argv: readonly string[]): GatewayError {
  const { problem, suggestion } = partsOfCommander(message);
  const command = commandNames.filter((name) => name === argv[0]);
  const help = ['graphql-mcp-gateway', ...command, '--help'].join(' ');
  const hint =
    suggestion ??
    (code === 'commander.excessArguments' ? excessHints.get(argv[0] ?? '') : undefined) ??
    `See "${help}".`;
  const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return cliError('CLI_WRONG_USAGE', sentence, { hint });
}

/** Reads `error: <problem>.` and, on a line of its own, `(<suggestion>)`. */
function partsOfCommander(message: string): { problem: string; suggestion: string | undefined } {
  const prefix = 'error: ';
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  const start = text.endsWith(')') ? text.indexOf('\n(') : -1;
  const sentence = start < 0 ? text : text.slice(0, start);
  return {
    problem: sentence.endsWith('.') ? sentence.slice(0, -1) : sentence,
    suggestion: start < 0 ? undefined : text.slice(start + 2, -1),
  };
}

/** Hints for superfluous arguments, by command. */
const excessHints: ReadonlyMap<string, string> = new Map([
  ['call', `Pass the arguments of the tool as --args '{"movieId":"m1"}'.`],
]);

function reportError(error: unknown, { errors }: CliContext): ExitCode {
  const printer = createPrinter(errors);
  if (error instanceof GatewayError) {
    printDiagnostics(printer, error.diagnostics);
    return exitCodeOf(error);
  }
  printer.line('Internal error of the gateway; please report it with the following lines.');
  printer.line(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.bug;
}
