import { runSerially } from '../../gateway/reload.ts';
import { startWorkers, type Workers } from '../../serve/workers.ts';
import type { CliContext } from '../cli-context.ts';
import { cliError } from '../cli-error.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { createPrinter } from '../output.ts';
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
  // two at once would each have successors made for the same workers
  context.onRestart(runSerially(() => replaceWorkers(workers, context)));
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

/** A successor that does not start leaves its predecessor serving. */
async function replaceWorkers(workers: Workers, { errors }: CliContext): Promise<void> {
  try {
    await workers.restart();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    createPrinter(errors).line(`Not every worker was replaced: ${reason}`);
  }
}
