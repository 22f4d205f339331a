import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

/** Processes that serve the same port, each with the whole gateway. */
export interface Workers {
  /** Resolves with the port once every worker listens; rejects when one ends before it does. */
  readonly listening: Promise<number>;
  /** Tells every worker to read the sources again. */
  reload(): void;
  /** Replaces the workers one after the other; each leaves once its successor listens. */
  restart(): Promise<void>;
  /** Stops all in good order. */
  close(): Promise<void>;
}

/** What a worker is told. */
const reloadMessage = 'reload';

/**
 * Time between the start of a worker and that of its successor when it ended by itself, in
 * milliseconds, so that a fault at every start does not keep a core busy.
 */
const restartDelayMs = 1_000;

/** Starts workers: processes with the arguments of this one, whose `isWorker` is true. */
export function startWorkers(count: number): Workers {
  const workers = new Set<Worker>();
  const hasListened = new WeakSet<Worker>();
  const leaving = new Set<Worker>();
  let closing = false;

  /** One that ends before it listens has no successor, unless it was the successor of one that did. */
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
      // one that ends meanwhile is told nothing; without a listener that would end this process, too
      for (const worker of workers) worker.send(reloadMessage, () => {});
    },
    async restart() {
      // successors join the set while it is walked
      for (const worker of Array.from(workers)) {
        if (closing) return;
        try {
          await portOf(start());
        } catch (error) {
          // whoever is told to stop has no successor
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

/** Whether this process is one of several that serve. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** Calls `reload` whenever the process that started this worker says so. */
export function onWorkerReload(reload: () => void): void {
  process.on('message', (message) => {
    if (message === reloadMessage) reload();
  });
}

async function portOf(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port));
    worker.once('exit', (code) =>
      reject(new Error(`A worker ended with ${code} before it listened.`)),
    );
  });
}
