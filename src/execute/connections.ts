import type { Dispatcher } from 'undici';
import { createDispatcher, type ConnectionSettings } from './proxy.ts';

/** The way to the API, opened when it is first taken. */
export interface Connections {
  open(): Dispatcher;
  close(): Promise<void>;
}

/**
 * How long after a start what connections need is loaded, in milliseconds, so that the first call
 * does not wait for it: clients list tools first, and models think before they call one.
 */
const loadAfterMs = 1_000;

export function createConnections(settings: ConnectionSettings): Connections {
  let dispatcher: Dispatcher | undefined;
  const open = (): Dispatcher => (dispatcher ??= createDispatcher(settings));
  const timer = setTimeout(open, loadAfterMs).unref();
  return {
    open,
    async close() {
      clearTimeout(timer);
      await dispatcher?.destroy();
    },
  };
}
