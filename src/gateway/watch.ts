import { watch as watchFiles } from 'chokidar';

/**
 * How long after the last change of a burst a reload starts, in milliseconds: editors save in
 * several steps (write a temporary file, rename it), and version control changes many files at once.
 */
const settleMs = 100;

/** Watches files and folders; a burst of changes is one call. */
export interface Watcher {
  /** Replaces what is watched. */
  watch(paths: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files below the watched paths were written, added or removed.
 *
 * Atomic saves (write aside, rename over) are seen like any other, which `fs.watch` alone misses.
 */
export function createWatcher(onChange: () => void): Watcher {
  const watcher = watchFiles([], { ignoreInitial: true, atomic: true });
  let watched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMs);
  });
  // a folder that vanished or may not be read: the next reload says so where it matters
  watcher.on('error', () => {});
  return {
    watch(paths) {
      const next = new Set(paths);
      watcher.unwatch([...watched].filter((path) => !next.has(path)));
      watcher.add([...next].filter((path) => !watched.has(path)));
      watched = next;
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
