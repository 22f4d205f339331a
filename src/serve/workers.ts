import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

/** Processes that serve the same port, each with the whole gateway. */
export interface Workers {
  /** Resolves with the port when every worker listens; rejects if one exits earlier. */
  readonly listening: Promise<number>;
  /** Makes every worker read the sources again. */
  reload(): void;
  /** Replaces the workers one by one; each stops after its successor listens. */
  restart(): Promise<void>;
  /** Stops all workers gracefully. */
  close(): Promise<void>;
}

/** Message to a worker. */
const reloadMessage = 'reload';

/**
 * Delay before a crashed worker is replaced, in milliseconds, so that repeated crashes do not occupy a
 * core.
 */
const restartDelayMs = 1_000;

/** Starts workers: processes with the arguments of this one, in which `isWorker()` is true. */
export function startWorkers(count: number): Workers {
  const workers = new Set<Worker>();
  const hasListened = new WeakSet<Worker>();
  const leaving = new Set<Worker>();
  let closing = false;

  /** A worker that exits before it listens is not replaced, unless it replaces another. */
  const start = (isSuccessor = false): Worker => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.once('exit', () => {
      workers.delete(worker);
      if (closing || leaving.delete(worker)) return;
      if (!isSuccessor && !hasListened.has(worker)) return;
      setTimeout(() => closing || start(true), restartDelayMs).unref();
    });
    worker.once('listening', () => hasListened.add(worker));
    return worker;
  };
  const leave = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    leaving.add(worker);
    const ended = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    await ended;
  };

  const first = Array.from({ length: count }, () => start());
  return {
    listening: Promise.all(first.map(portOf)).then(([port = 0]) => port),
    reload() {
      // the callback ignores workers that have exited; without it the error would end this process
      for (const worker of workers) worker.send(reloadMessage, () => {});
    },
    async restart() {
      // a copy, because successors are added during the loop
      for (const worker of Array.from(workers)) {
        if (closing) return;
        try {
          await portOf(start());
        } catch (error) {
          // a worker that exits because of `close` is not replaced
          if (closing) return;
          throw error;
        }
        await leave(worker);
      }
    },
    async close() {
      closing = true;
      await Promise.all([...workers].map(leave));
    },
  };
}

/** Whether this process is a worker. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** Calls `reload` when the parent process requests it. */
export function onWorkerReload(reload: () => void): void {
  process.on('message', (message) => {
    if (message === reloadMessage) reload();
  });
}

async function portOf(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port));
    worker.once('exit', (code) =>
      reject(new Error(`A worker exited with ${code} before it listened.`)),
    );
  });
}
