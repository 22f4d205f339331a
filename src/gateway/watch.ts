import { existsSync, statSync, type Stats } from 'node:fs';
import { watch as watchFiles, type FSWatcher } from 'chokidar';
import { createWatchScope, type WatchScope } from './watch-scope.ts';

/**
 * How long after the last change of a burst a reload starts, in milliseconds: editors save in
 * several steps (write a temporary file, rename it), and version control changes many files at once.
 */
const settleMs = 100;

/** How far the times of files may lag behind the clock, in milliseconds: they move in ticks. */
const tickMs = 20;

/** Watches files and folders; a burst of changes is one call. */
export interface Watcher {
  /**
   * Replaces what is watched. Paths need not exist yet, and may vanish and come back.
   *
   * @param since when their files were last read, by the clock in milliseconds: what changed
   * between then and the start of watching is told too. @default now
   */
  watch(paths: readonly string[], since?: number): void;
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files below the watched paths were written, added or removed.
 *
 * Atomic saves (write aside, rename over) are seen like any other, which `fs.watch` alone misses.
 * When folders come or go, watching starts anew: each start looks for what it might have missed.
 */
export function createWatcher(onChange: () => void): Watcher {
  let scope: WatchScope = createWatchScope([]);
  let watch: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stale = false;
  const onEvent = (foldersChanged: boolean): void => {
    stale ||= foldersChanged;
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };

  function settle(): void {
    const next = createWatchScope(scope.paths);
    if (stale || next.key !== scope.key) start(next, Date.now());
    onChange();
  }

  function start(next: WatchScope, since: number): void {
    void watch?.close();
    stale = false;
    scope = next;
    watch = startWatch(next, since - tickMs, onEvent);
  }

  return {
    watch(paths, since = Date.now()) {
      const next = createWatchScope(paths);
      if (next.key !== scope.key) start(next, since);
    },
    async close() {
      clearTimeout(timer);
      await watch?.close();
    },
  };
}

/** Starts to watch; `onEvent` is told whether folders changed, so that watching must start anew. */
function startWatch(
  scope: WatchScope,
  since: number,
  onEvent: (foldersChanged: boolean) => void,
): FSWatcher {
  const { covers, folders } = scope;
  const options = { atomic: true, ignored: (path: string) => !covers(path) };
  const watcher = watchFiles([...folders], options);
  const existing = scope.paths.filter((path) => existsSync(path));
  const found = new Map<string, Stats | undefined>();
  let ready = false;
  watcher.on('all', (event, path, stats) => {
    // what is found at the start is no event, unless it changed after it was read
    if (!ready) found.set(path, stats);
    if (ready) onEvent(event.endsWith('Dir'));
    else if (!stats || stats.ctimeMs >= since) onEvent(false);
  });
  watcher.on('ready', () => {
    ready = true;
    const lost = existing.some((path) => !found.has(path));
    if (lost || missedSome(scope, found)) onEvent(true);
    found.clear();
  });
  // a folder that may not be read: the next reload says so where it matters
  watcher.on('error', () => {});
  return watcher;
}

/** Whether something came or went between the listing of a folder and the watch on it. */
function missedSome(
  { paths, isInside }: WatchScope,
  found: ReadonlyMap<string, Stats | undefined>,
): boolean {
  if (paths.some((path) => existsSync(path) && !found.has(path))) return true;
  return [...found].some(
    ([path, stats]) =>
      stats?.isDirectory() === true &&
      isInside(path) &&
      statSync(path, { throwIfNoEntry: false })?.mtimeMs !== stats.mtimeMs,
  );
}
