import { isWorker } from '../../serve/workers.ts';
import { switchOption, type CliCommand } from '../cli-command.ts';
import { openGateway } from '../open-gateway.ts';
import { serveByWorkers } from '../serving/serve-by-workers.ts';
import { serveAsWorker, serveOverHttp } from '../serving/serve-over-http.ts';
import { serveOverStdio } from '../serving/serve-over-stdio.ts';
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
    // a worker reads its sources again when the process that started it says so
    const watch = server.watch && !isWorker();
    const readConfig = () => loadSources(context, options);
    const gateway = await openGateway(loaded, context, { logLevel, watch, readConfig });
    try {
      const serving = { gateway, loaded, context };
      if (switchOption(options, 'stdio')) return await serveOverStdio(serving);
      if (isWorker()) return await serveAsWorker(serving);
      return await (server.workers > 1 ? serveByWorkers(serving) : serveOverHttp(serving));
    } finally {
      await gateway.close();
    }
  },
};
