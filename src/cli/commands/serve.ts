import { isWorker } from '../../serve/workers.ts';
import { switchOption, type CliCommand } from '../command/command.ts';
import { openGateway } from '../serving/open-gateway.ts';
import { serveByWorkers, serveAsWorker, serveOverHttp, serveOverStdio } from '../serving/serve.ts';
import { addSourceOptions, loadSources } from '../sources/sources.ts';

/** Serves the tools until the process is asked to stop. */
export const serveCommand: CliCommand = {
  name: 'serve',
  isDefault: true,
  examples: [
    ['graphql-mcp-gateway', 'Serve the tools of gateway.yaml in this folder.'],
    ['graphql-mcp-gateway serve --example', 'Serve the film API that ships with the gateway.'],
    [
      'graphql-mcp-gateway serve --endpoint http://localhost:8080/graphql',
      'Serve the operation files in operations/ for an API.',
    ],
    ['graphql-mcp-gateway serve --stdio', 'Serve one client over standard input and output.'],
  ],
  configure(command) {
    command
      .description('Serve the tools over HTTP, or to one client over standard input and output.')
      .option(
        '--stdio',
        'Serve one client over standard input and output, as desktop clients require.',
      );
    addSourceOptions(command, true);
  },
  async run({ context, options }) {
    const loaded = await loadSources(context, options);
    const { logLevel, server } = loaded.config;
    // the parent process of a worker watches the sources
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
