/**
 * Makes a function that runs one at a time: calls made while it runs share one run after it.
 *
 * Ten saved files are two reloads at the most, and none sees the sources half read.
 */
export function runSerially<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let waiting: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const afterRunning = (): Promise<Result> => {
    waiting = undefined;
    return start();
  };
  return () => {
    if (!running) return start();
    waiting ??= running.then(afterRunning, afterRunning);
    return waiting;
  };
}
