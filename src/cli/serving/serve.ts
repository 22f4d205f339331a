import { runSerially } from '../../gateway/reload.ts';
import { serveStdio } from '../../serve/stdio.ts';
import { onWorkerReload, startWorkers, type Workers } from '../../serve/workers.ts';
import type { CliContext } from '../command/command.ts';
import { cliError, exitCodes, type ExitCode } from '../command/errors.ts';
import { createPrinter } from '../output/printer.ts';
import type { Serving } from './open-gateway.ts';
import { printHttpStart, printStdioStart } from './start-text.ts';

/** Serves over HTTP from this process until it is asked to stop. */
export async function serveOverHttp(serving: Serving): Promise<ExitCode> {
  const server = await serving.gateway.listen();
  // one process cannot hand over its connections: it reloads its sources instead
  serving.context.onRestart(async () => {
    await serving.gateway.reload();
  });
  printHttpStart(serving, server.url);
  await waitForStop(serving.context, () => server.close());
  return exitCodes.ok;
}

/** Serves as one of several workers; their parent process prints the start text. */
export async function serveAsWorker(serving: Serving): Promise<ExitCode> {
  const server = await serving.gateway.listen();
  onWorkerReload(() => void serving.gateway.reload());
  await waitForStop(serving.context, () => server.close());
  return exitCodes.ok;
}

/** Serves one client until it closes its input, or the process is asked to stop. */
export async function serveOverStdio(serving: Serving): Promise<ExitCode> {
  const { gateway, loaded, context } = serving;
  const { limits, server } = loaded.config;
  // standard output carries the protocol
  printStdioStart(serving, context.errors);
  const served = serveStdio({
    mcp: gateway.mcp,
    input: context.input,
    output: context.output,
    maxMessageBytes: limits.maxBodyBytes,
    drainMs: server.drainMs,
  });
  context.onStop(async () => {
    context.input.destroy();
    await served;
  });
  await served;
  return exitCodes.ok;
}

/**
 * Serves over HTTP by several processes that share one port.
 *
 * This process answers no calls: it watches the sources, and makes the workers reload them after it
 * has loaded them. On SIGHUP it replaces the workers one by one.
 */
export async function serveByWorkers(serving: Serving): Promise<ExitCode> {
  const { gateway, loaded, context } = serving;
  const { host, workers: count } = loaded.config.server;
  const workers = startWorkers(count);
  const port = await listeningPort(workers);
  // after a failed one, too: each worker withdraws removed operations and applies what is valid
  gateway.onReload(() => workers.reload());
  // concurrent restarts would replace the same workers twice
  context.onRestart(runSerially(() => replaceWorkers(workers, context)));
  printHttpStart(serving, `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  await waitForStop(context, () => workers.close());
  return exitCodes.ok;
}

async function listeningPort(workers: Workers): Promise<number> {
  try {
    return await workers.listening;
  } catch (cause) {
    await workers.close();
    throw cliError('CLI_WORKERS_FAILED', 'The workers did not start.', { cause });
  }
}

/** A worker keeps serving if its successor does not start. */
async function replaceWorkers(workers: Workers, { errors }: CliContext): Promise<void> {
  try {
    await workers.restart();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    createPrinter(errors).line(`Not every worker was replaced: ${reason}`);
  }
}

/** Waits until the process is asked to stop and `close` has finished. */
async function waitForStop({ onStop }: CliContext, close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    onStop(async () => {
      await close().then(resolve, reject);
    });
  });
}
