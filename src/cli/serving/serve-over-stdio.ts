import { serveStdio } from '../../serve/stdio.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printStdioStart } from './print-start.ts';
import type { Serving } from './serving.ts';

/** Serves one client until it closes its end, or the process is asked to end. */
export async function serveOverStdio(serving: Serving): Promise<ExitCode> {
  const { gateway, loaded, context } = serving;
  const { limits, server } = loaded.config;
  // standard output belongs to the protocol
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
