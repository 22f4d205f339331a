import type { LoadedConfig } from '../../config/load-config.ts';
import type { ResolvedAuth } from '../../config/resolve-config.ts';
import type { WiredGateway } from '../../gateway/create-gateway.ts';
import { listen } from '../../serve/node.ts';
import { serveStdio } from '../../serve/stdio.ts';
import type { CliContext } from '../cli-context.ts';
import { switchOption, type CliCommand } from '../cli-command.ts';
import { clientSnippets, type ClientSnippet } from '../client-snippets.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { openGateway } from '../open-gateway.ts';
import { createPrinter, type Printer } from '../output.ts';
import { counted, printCatalog } from '../print-catalog.ts';
import { addSourceOptions, loadSources } from '../source-options.ts';

/** Serves the tools until it is told to stop. */
export const serveCommand: CliCommand = {
  name: 'serve',
  isDefault: true,
  examples: [
    ['graphql-mcp-gateway', 'Serves what gateway.yaml in this folder says.'],
    ['graphql-mcp-gateway serve --example', 'Serves the film API that ships with the gateway.'],
    [
      'graphql-mcp-gateway serve --endpoint http://localhost:8080/graphql',
      'Serves the operation files in operations/ against an API.',
    ],
    ['graphql-mcp-gateway serve --stdio', 'What a desktop client starts.'],
  ],
  configure(command) {
    command
      .description('Serves the tools over HTTP, or to one client over standard input and output.')
      .option(
        '--stdio',
        'Serves one client over standard input and output, as desktop clients do.',
      );
    addSourceOptions(command, true);
  },
  async run({ context, options }) {
    const loaded = await loadSources(context, options);
    const { logLevel, server } = loaded.config;
    const gateway = await openGateway(loaded, context, { logLevel, watch: server.watch });
    try {
      const serve = switchOption(options, 'stdio') ? serveOverStdio : serveOverHttp;
      return await serve(gateway, loaded, context);
    } finally {
      await gateway.close();
    }
  },
};

async function serveOverHttp(
  gateway: WiredGateway,
  { config, diagnostics }: LoadedConfig,
  context: CliContext,
): Promise<ExitCode> {
  const { host, port, path, drainMs } = config.server;
  const server = await listen(gateway.app, { host, port, drainMs });
  const url = `${reachableUrl(server.url)}${path}`;
  const printer = createPrinter(context.output);
  printer.line(`${config.name} is served at ${printer.style('bold', url)}`);
  printer.line();
  printCatalog(printer, gateway.catalog, [...diagnostics, ...gateway.catalog.diagnostics]);
  printAccess(printer, config.auth);
  printSnippets(printer, clientSnippets(config.name, url, config.auth.required));
  await untilStopped(context, () => server.close());
  return exitCodes.ok;
}

async function serveOverStdio(
  gateway: WiredGateway,
  { config, diagnostics }: LoadedConfig,
  context: CliContext,
): Promise<ExitCode> {
  // standard output belongs to the protocol
  const printer = createPrinter(context.errors);
  printer.line(`${config.name} is served over standard input and output`);
  printer.line();
  printCatalog(printer, gateway.catalog, [...diagnostics, ...gateway.catalog.diagnostics]);
  const served = serveStdio({
    mcp: gateway.mcp,
    input: context.input,
    output: context.output,
    maxMessageBytes: config.limits.maxBodyBytes,
    drainMs: config.server.drainMs,
  });
  context.onStop(async () => {
    context.input.destroy();
    await served;
  });
  await served;
  return exitCodes.ok;
}

/** An address that listens everywhere cannot be connected to; this machine's name can. */
function reachableUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost');
}

function printAccess(printer: Printer, { required, tokens }: ResolvedAuth): void {
  if (tokens.length === 0) return;
  const without = required ? 'are refused' : 'are nobody';
  printer.line();
  printer.line(
    `Callers send one of ${counted(tokens.length, 'bearer token')}; those without ${without}.`,
  );
}

function printSnippets(printer: Printer, snippets: readonly ClientSnippet[]): void {
  printer.line();
  printer.line('Add it to a client:');
  const width = Math.max(...snippets.map(({ client }) => client.length));
  for (const { client, line } of snippets) {
    printer.line(`  ${printer.style('dim', client.padEnd(width))}  ${line}`);
  }
  printer.line();
}

/** Waits until the process is asked to end and `close` is done. */
async function untilStopped(context: CliContext, close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    context.onStop(async () => {
      await close().then(resolve, reject);
    });
  });
}
