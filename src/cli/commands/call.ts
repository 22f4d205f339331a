import { createAuthenticator } from '../../auth/authenticator.ts';
import type { ResolvedConfig } from '../../config/resolve.ts';
import type { CallContext, ToolResult } from '../../core/call.ts';
import { isJsonObject } from '../../core/json.ts';
import { switchOption, textOption, type CliCommand, type CliContext } from '../command/command.ts';
import { cliError, exitCodes, findTool } from '../command/errors.ts';
import { createPrinter } from '../output/printer.ts';
import { openGateway } from '../serving/open-gateway.ts';
import { addSourceOptions, loadSources } from '../sources/sources.ts';

/** Calls one tool, as an MCP client would. */
export const callCommand: CliCommand = {
  name: 'call',
  examples: [
    [
      `graphql-mcp-gateway call searchTitles --args '{"text":"harbour"}'`,
      'Call a tool and print the result that a model would read.',
    ],
    [
      'graphql-mcp-gateway call myWatchlist --token demo-token',
      'Call a tool as the caller of a token.',
    ],
  ],
  configure(command) {
    command
      .description('Call one tool and print its result; exits with 1 if it is an error.')
      .argument('<tool>', 'Name of the tool.')
      .option('-a, --args <json>', 'Arguments of the call, a JSON object. (default: {})')
      .option('--token <token>', 'Bearer token to call with.')
      .option('--json', 'Print the whole result as JSON: { content, structuredContent, isError }.');
    addSourceOptions(command, false);
  },
  async run({ context, args: [name = ''], options }) {
    const args = parseArguments(textOption(options, 'args') ?? '{}');
    const loaded = await loadSources(context, options);
    const call = await callContextOf(loaded.config, context, textOption(options, 'token'));
    const gateway = await openGateway(loaded, context, { logLevel: 'error', watch: false });
    try {
      findTool(gateway.catalog, name);
      const result = await gateway.call(name, args, call);
      const text = switchOption(options, 'json') ? formatJson(result) : formatText(result);
      createPrinter(context.output).line(text);
      return result.isError ? exitCodes.findings : exitCodes.ok;
    } finally {
      await gateway.close();
    }
  },
};

function parseArguments(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw cliError('CLI_WRONG_ARGUMENTS', `--args is not JSON: ${reason}.`, { cause });
  }
  if (isJsonObject(value)) return value;
  throw cliError('CLI_WRONG_ARGUMENTS', '--args is JSON, but not an object.');
}

/** Authenticates the token; like over HTTP, it is also a header of the call. */
async function callContextOf(
  { auth, server }: ResolvedConfig,
  { env }: CliContext,
  token: string | undefined,
): Promise<Partial<CallContext>> {
  const headers = new Headers();
  if (token !== undefined) {
    // no header can carry such a text
    if (/[^\x20-\x7e]/.test(token)) throw cliError('CLI_TOKEN_REFUSED', 'The token is malformed.');
    headers.set('authorization', `Bearer ${token}`);
  }
  const environment = new Map(Object.entries(env));
  const authenticator = createAuthenticator(auth, server, { environment });
  try {
    const outcome = await authenticator.authenticate(new Request('http://localhost/', { headers }));
    if (!outcome.ok) throw cliError('CLI_TOKEN_REFUSED', outcome.reason);
    return { caller: outcome.caller, headers };
  } finally {
    await authenticator.close();
  }
}

function formatText({ content }: ToolResult): string {
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      const { mimeType } = block.type === 'resource' ? block.resource : block;
      return `[${block.type}, ${mimeType}]`;
    })
    .join('\n');
}

/** Formats the result as clients receive it; the structured content is JSON text already. */
function formatJson({ content, structured, isError }: ToolResult): string {
  return `{"content":${JSON.stringify(content)},"structuredContent":${structured},"isError":${isError}}`;
}
