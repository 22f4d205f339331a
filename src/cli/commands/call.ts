import { authenticateByTokens } from '../../auth/static-tokens.ts';
import type { ResolvedAuth } from '../../config/resolve.ts';
import type { ToolResult } from '../../core/call.ts';
import type { CallContext } from '../../core/caller.ts';
import { isJsonObject } from '../../core/json.ts';
import { cliError, findTool } from '../cli-error.ts';
import { switchOption, textOption, type CliCommand } from '../cli-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { openGateway } from '../open-gateway.ts';
import { createPrinter } from '../output.ts';
import { addSourceOptions, loadSources } from '../source-options.ts';

/** Calls one tool, as an MCP client would. */
export const callCommand: CliCommand = {
  name: 'call',
  examples: [
    [
      `graphql-mcp-gateway call searchTitles --args '{"text":"harbour"}'`,
      'Calls a tool and prints what a model would read.',
    ],
    ['graphql-mcp-gateway call myWatchlist --token demo-token', 'Calls as the caller of a token.'],
  ],
  configure(command) {
    command
      .description('Calls one tool and prints its result; exits with 1 when it is an error.')
      .argument('<tool>', 'Name of the tool.')
      .option('-a, --args <json>', 'Arguments of the call, a JSON object. (default: {})')
      .option('--token <token>', 'Calls as the caller that this bearer token stands for.')
      .option(
        '--json',
        'Prints the whole result as JSON: { content, structuredContent, isError }.',
      );
    addSourceOptions(command, false);
  },
  async run({ context, args: [name = ''], options }) {
    const args = readArguments(textOption(options, 'args') ?? '{}');
    const loaded = await loadSources(context, options);
    const call = await callContextOf(loaded.config.auth, textOption(options, 'token'));
    const gateway = await openGateway(loaded, context, { logLevel: 'error', watch: false });
    try {
      findTool(gateway.catalog, name);
      const result = await gateway.call(name, args, call);
      const text = switchOption(options, 'json') ? jsonOf(result) : textOf(result);
      createPrinter(context.output).line(text);
      return result.isError ? exitCodes.findings : exitCodes.ok;
    } finally {
      await gateway.close();
    }
  },
};

function readArguments(text: string): unknown {
  const example = `Write them like --args '{"movieId":"m1"}'.`;
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw cliError('CLI_WRONG_ARGUMENTS', `--args is not JSON: ${why}.`, example);
  }
  throw cliError('CLI_WRONG_ARGUMENTS', '--args is JSON, but not an object.', example);
}

/** Who calls: the caller of the token, which also stands in the headers, as over HTTP. */
async function callContextOf(
  auth: ResolvedAuth,
  token: string | undefined,
): Promise<Partial<CallContext>> {
  const authorization = token === undefined ? null : `Bearer ${token}`;
  const outcome = await authenticateByTokens(auth)(authorization);
  if (!outcome.ok) {
    const hint = 'Give one of the tokens under auth.tokens as --token.';
    throw cliError('CLI_TOKEN_REFUSED', outcome.reason, hint);
  }
  const get = (header: string) => (header.toLowerCase() === 'authorization' ? authorization : null);
  return { caller: outcome.caller, headers: { get } };
}

function textOf({ content }: ToolResult): string {
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      const { mimeType } = block.type === 'resource' ? block.resource : block;
      return `[${block.type}, ${mimeType}]`;
    })
    .join('\n');
}

/** The result as clients get it; the envelope is spliced in, so that numbers keep their digits. */
function jsonOf({ content, structured, isError }: ToolResult): string {
  return `{"content":${JSON.stringify(content)},"structuredContent":${structured},"isError":${isError}}`;
}
