import type { LoadedConfig } from '../../config/load.ts';
import type { WiredGateway } from '../../gateway/create-gateway.ts';
import type { CliContext } from '../cli-context.ts';

/** What is served, and in which process. */
export interface Serving {
  readonly gateway: WiredGateway;
  readonly loaded: LoadedConfig;
  readonly context: CliContext;
}

/** Waits until the process is asked to end, and `close` is done. */
export async function untilStopped(
  { onStop }: CliContext,
  close: () => Promise<void>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    onStop(async () => {
      await close().then(resolve, reject);
    });
  });
}
