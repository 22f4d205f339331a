import { type Diagnostic, GatewayError, gatewayError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import type { Catalog, Tool } from '../core/tool.ts';

/** The codes of what can be wrong with a command line. */
export const cliCodes = {
  CLI_UNKNOWN_COMMAND: 'There is no such command.',
  CLI_WRONG_USAGE: 'A flag or an argument is unknown, missing or one too many.',
  CLI_UNKNOWN_TOOL: 'No tool has this name.',
  CLI_WRONG_ARGUMENTS: 'The arguments of a call are not a JSON object.',
  CLI_TOKEN_REFUSED: 'The gateway does not let this token in.',
  CLI_NO_ENDPOINT: 'No API was named to set up a folder for.',
  CLI_FILE_EXISTS: 'A file that was to be written exists already.',
  CLI_FILE_UNWRITABLE: 'A file cannot be written where it was to be.',
  CLI_WORKERS_FAILED: 'A process that was to serve ended before it did.',
  CLI_UNKNOWN_FIELD: 'The API has no such root field.',
  CLI_UNKNOWN_UPSTREAM: 'The upstream that is meant is not known.',
  CLI_NO_PLACE: 'The configuration names no folder for operation files.',
  CLI_UNKNOWN_FORMAT: 'A report cannot be written in this format.',
  CLI_NO_RULES: 'The file of rules of a check is not there.',
  CLI_WRONG_BUDGET: 'A token budget is no whole number.',
} as const satisfies Readonly<Record<string, string>>;

export type CliCode = keyof typeof cliCodes;

/** Makes an error of the command line. */
export function cliError(
  code: CliCode,
  message: string,
  hint: string,
  rest: Pick<Diagnostic, 'place'> & ErrorOptions = {},
): GatewayError {
  return gatewayError(code, message, hint, rest);
}

/** Finds a tool by name, or says what was probably meant, or everything that kept it from being one. */
export function findTool({ tools, skipped }: Catalog, name: string): Tool {
  const tool = tools.get(name);
  if (tool) return tool;
  const reasons = skipped.filter((finding) => finding.tool === name);
  if (reasons.length > 0) throw new GatewayError(reasons.map((reason) => noTool(name, reason)));
  throw cliError(
    'CLI_UNKNOWN_TOOL',
    `There is no tool ${name}.`,
    didYouMean(name, tools.keys()).trim() ||
      'See "graphql-mcp-gateway inspect" for those there are.',
  );
}

function noTool(tool: string, { message, hint, place }: Diagnostic): Diagnostic {
  return {
    code: 'CLI_UNKNOWN_TOOL' satisfies CliCode,
    severity: 'error',
    message: `${tool} did not become a tool: ${message}`,
    hint,
    ...(place && { place }),
  };
}
