/** The part of `process` that is used; tests pass their own. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * Stops on SIGTERM and SIGINT: exits with 0 when `close` is done, with 1 when it fails; a second
 * signal exits at once with 130.
 */
export function stopOnSignals(source: SignalSource, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return source.exit(130);
    stopping = true;
    close().then(
      () => source.exit(0),
      () => source.exit(1),
    );
  };
  source.on('SIGTERM', stop);
  source.on('SIGINT', stop);
}
