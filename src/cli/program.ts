import { Command, CommanderError } from 'commander';
import { GatewayError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { packageVersion } from '../gateway/package-version.ts';
import type { CliCommand } from './cli-command.ts';
import type { CliContext } from './cli-context.ts';
import { cliError } from './cli-error.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { commandNames, loadCommands } from './load-commands.ts';
import { createPrinter } from './output.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** Runs a command line, and answers what the process should exit with. Never rejects. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  try {
    refuseUnknownCommand(argv);
    const commands = await loadCommands(argv);
    const program = createProgram(commands, context, (outcome) => (code = outcome));
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    const mendable = error instanceof CommanderError ? wrongUsage(error, argv) : error;
    return mendable ? explainFailure(mendable, context) : exitCodes.ok;
  }
}

/** Builds the tree of commands; `onDone` is told what a command came to. */
export function createProgram(
  commands: readonly CliCommand[],
  context: CliContext,
  onDone: (code: ExitCode) => void,
): Command {
  const program = new Command('graphql-mcp-gateway')
    .description('Turns persisted GraphQL operations into MCP tools.')
    .version(packageVersion(), '-V, --version', 'Prints the version.')
    .helpOption('-h, --help', 'Prints help.')
    .helpCommand('help [command]', 'Prints help of a command.')
    .configureOutput({
      writeOut: (text) => context.output.write(text),
      writeErr: (text) => context.errors.write(text),
      // what is wrong is printed like every other finding
      outputError: () => {},
    })
    .exitOverride();
  for (const { name, isDefault = false, examples, configure, run } of commands) {
    const command = program.command(name, { isDefault });
    configure(command);
    command.addHelpText('after', exampleText(examples));
    command.action(async () => {
      onDone(await run({ context, args: command.args, options: command.opts() }));
    });
  }
  return program;
}

function exampleText(examples: CliCommand['examples']): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return `\nExamples:\n${lines.join('\n')}`;
}

/** The default command would take a misspelt command for an argument of its own. */
function refuseUnknownCommand([first]: readonly string[]): void {
  const known = [...commandNames, 'help'];
  if (first === undefined || first.startsWith('-') || known.includes(first)) return;
  throw cliError(
    'CLI_UNKNOWN_COMMAND',
    `There is no command "${first}".`,
    didYouMean(first, known).trim() || `Commands are ${known.join(', ')}.`,
  );
}

/** Says in the gateway's words what commander found; nothing when it printed help or the version. */
function wrongUsage({ exitCode, code, message }: CommanderError, argv: readonly string[]) {
  if (exitCode === 0) return undefined;
  const [, problem = message, meant] = /^error: (.*?)\.?(?:\n\((.*)\))?$/s.exec(message) ?? [];
  const command = commandNames.filter((name) => name === argv[0]);
  const help = ['graphql-mcp-gateway', ...command, '--help'].join(' ');
  const extra = code === 'commander.excessArguments' ? extraHints.get(argv[0] ?? '') : undefined;
  return cliError(
    'CLI_WRONG_USAGE',
    `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
    meant ?? extra ?? `See "${help}".`,
  );
}

/** What an argument too many was probably meant for, by command. */
const extraHints: ReadonlyMap<string, string> = new Map([
  ['call', `Give the arguments of the tool as --args '{"movieId":"m1"}'.`],
]);

function explainFailure(error: unknown, { errors }: CliContext): ExitCode {
  const printer = createPrinter(errors);
  if (error instanceof GatewayError) {
    printDiagnostics(printer, error.diagnostics);
    return exitCodeOf(error);
  }
  printer.line('This is a fault of the gateway; please report it with the lines below.');
  printer.line(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.bug;
}
