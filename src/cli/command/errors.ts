import {
  diagnosticsOf,
  errorsOf,
  GatewayError,
  type Diagnostic,
  type DiagnosticCode,
} from '../../core/diagnostic.ts';
import { didYouMean } from '../../core/suggest.ts';
import type { Catalog, Tool } from '../../core/tool.ts';

/** The codes of errors of the command line. */
export const cliCodes = {
  CLI_UNKNOWN_COMMAND: {
    meaning: 'The command does not exist.',
    advice: 'Run "graphql-mcp-gateway --help" to list the commands.',
  },
  CLI_WRONG_USAGE: {
    meaning: 'A flag or an argument is unknown, missing or superfluous.',
    advice: 'Run the command with --help to list its flags and arguments.',
  },
  CLI_UNKNOWN_TOOL: {
    meaning: 'No tool has this name.',
    advice: 'Run "graphql-mcp-gateway inspect" to list the tools.',
  },
  CLI_WRONG_ARGUMENTS: {
    meaning: 'The arguments of a call are not a JSON object.',
    advice: `Write them like --args '{"movieId":"m1"}'.`,
  },
  CLI_TOKEN_REFUSED: {
    meaning: 'The token is not one of the gateway.',
    advice: 'Pass one of the tokens under auth.tokens as --token.',
  },
  CLI_NO_ENDPOINT: {
    meaning: 'No API was passed to `init`.',
    advice: 'Pass the URL of its endpoint.',
  },
  CLI_FILE_EXISTS: {
    meaning: 'A file to be written already exists.',
    advice: 'Move it away.',
  },
  CLI_FILE_UNWRITABLE: {
    meaning: 'A file cannot be written.',
    advice: 'Choose a file in a writable folder.',
  },
  CLI_WORKERS_FAILED: {
    meaning: 'A worker process ended before it was ready.',
    advice: 'See its messages above.',
  },
  CLI_UNKNOWN_FIELD: {
    meaning: 'The API has no such root field.',
    advice: 'Run "graphql-mcp-gateway add" to list the fields.',
  },
  CLI_UNKNOWN_UPSTREAM: {
    meaning: 'The upstream does not exist, or none of several was chosen.',
    advice: 'Pass its name as --upstream.',
  },
  CLI_NO_PLACE: {
    meaning: 'The configuration has no folder of operation files.',
    advice: 'Add a glob such as "operations/**/*.graphql" to "operations" in the configuration.',
  },
  CLI_UNKNOWN_FORMAT: {
    meaning: 'The format of a report does not exist.',
    advice: 'Run "graphql-mcp-gateway check --help" to list the formats.',
  },
  CLI_NO_RULES: {
    meaning: 'The rules file of a check does not exist.',
    advice: 'Check the path passed as --rules.',
  },
  CLI_WRONG_BUDGET: {
    meaning: 'A token budget is not a whole number.',
    advice: 'Pass a whole number of tokens, such as --token-budget 20000.',
  },
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type CliCode = keyof typeof cliCodes;

const cliDiagnostic = diagnosticsOf<CliCode>(cliCodes);

/** Creates an error of the command line. */
export const cliError = errorsOf<CliCode>(cliCodes);

/** Finds a tool; throws suggestions, or the reasons why the operation did not become a tool. */
export function findTool({ tools, skipped }: Catalog, name: string): Tool {
  const tool = tools.get(name);
  if (tool) return tool;
  const reasons = skipped.filter((diagnostic) => diagnostic.tool === name);
  if (reasons.length > 0) throw new GatewayError(reasons.map((reason) => noTool(name, reason)));
  const hint = didYouMean(name, tools.keys()).trim();
  throw cliError('CLI_UNKNOWN_TOOL', `Unknown tool "${name}".`, { hint });
}

function noTool(name: string, { message, hint, place }: Diagnostic): Diagnostic {
  return cliDiagnostic('CLI_UNKNOWN_TOOL', `"${name}" did not become a tool: ${message}`, {
    hint,
    place,
  });
}

/** The exit codes of commands, for scripts; documented in `docs/cli.md`. */
export const exitCodes = {
  ok: 0,
  findings: 1,
  usage: 2,
  unreachable: 3,
  contract: 4,
  bug: 70,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The meaning of each exit code. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'Success.',
  findings:
    'Completed with problems: the tool call failed, or a problem was found that the command is configured to fail on, such as a skipped operation with `--strict`.',
  usage: 'Not run: a flag, argument or option is wrong, or the port is in use.',
  unreachable:
    'Not run: the schema could not be loaded because the API or a file is missing or invalid.',
  contract: 'Checked: the tools changed in a way that `--fail-on` does not allow.',
  bug: 'Internal error of the gateway. Please report it.',
};

/**
 * Exit codes by prefix of diagnostic codes; the first match decides, because a wrong option is the
 * cause of the errors that follow.
 */
const exitCodesByPrefix: readonly (readonly [prefix: string, code: ExitCode])[] = [
  ['CONFIG_', exitCodes.usage],
  ['CLI_', exitCodes.usage],
  ['LOCK_', exitCodes.usage],
  ['CHECK_', exitCodes.usage],
  ['GIT_', exitCodes.usage],
  ['GATEWAY_UNREACHABLE', exitCodes.unreachable],
  ['PORT_', exitCodes.usage],
  ['HOST_', exitCodes.usage],
  ['INTROSPECTION_', exitCodes.unreachable],
  ['SCHEMA_', exitCodes.unreachable],
  ['FILES_', exitCodes.unreachable],
];

/** Returns the exit code for an error that the user can fix. */
export function exitCodeOf({ diagnostics }: GatewayError): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const match = exitCodesByPrefix.find(([prefix]) =>
    errors.some(({ code }) => code.startsWith(prefix)),
  );
  return match?.[1] ?? exitCodes.findings;
}
