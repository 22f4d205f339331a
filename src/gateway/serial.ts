/**
 * Makes a function that runs one at a time: calls made while it runs share one run after it.
 *
 * Ten saved files are two reloads at the most, and none sees the sources half read.
 */
export function runSerially<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let waiting: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    waiting = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    // between two runs none is running, but one may be about to
    if (waiting) return waiting;
    if (running) return (waiting = running.then(start, start));
    return start();
  };
}
