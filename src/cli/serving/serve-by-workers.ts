import { startWorkers, type Workers } from '../../serve/workers.ts';
import { cliError } from '../cli-error.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printHttpStart } from './print-start.ts';
import { untilStopped, type Serving } from './serving.ts';

/**
 * Serves by several processes with one port.
 *
 * This process answers no call: it watches the sources, and has the workers read them again once it
 * found that the new tools are sound. On SIGHUP the workers are replaced one by one.
 */
export async function serveByWorkers(serving: Serving): Promise<ExitCode> {
  const { gateway, loaded, context } = serving;
  const { host, workers: count } = loaded.config.server;
  const workers = startWorkers(count);
  const port = await listeningPort(workers);
  gateway.onReload(({ ok }) => {
    if (ok) workers.reload();
  });
  context.onRestart(() => workers.restart());
  printHttpStart(serving, `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  await untilStopped(context, () => workers.close());
  return exitCodes.ok;
}

async function listeningPort(workers: Workers): Promise<number> {
  try {
    return await workers.listening;
  } catch (cause) {
    await workers.close();
    throw cliError(
      'CLI_WORKERS_FAILED',
      'The workers did not start.',
      'See what they said above.',
      {
        cause,
      },
    );
  }
}
