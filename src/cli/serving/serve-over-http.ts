import { onWorkerReload } from '../../serve/workers.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printHttpStart } from './print-start.ts';
import { untilStopped, type Serving } from './serving.ts';

/** Listens, says what is served, and serves until the process is asked to end. */
export async function serveOverHttp(serving: Serving): Promise<ExitCode> {
  const server = await serving.gateway.listen();
  // a process has nothing to hand its connections to, so it starts anew by reading everything again
  serving.context.onRestart(async () => {
    await serving.gateway.reload();
  });
  printHttpStart(serving, server.url);
  await untilStopped(serving.context, () => server.close());
  return exitCodes.ok;
}

/** Serves beside other processes; the one that started them speaks for all. */
export async function serveAsWorker(serving: Serving): Promise<ExitCode> {
  const server = await serving.gateway.listen();
  onWorkerReload(() => void serving.gateway.reload());
  await untilStopped(serving.context, () => server.close());
  return exitCodes.ok;
}
