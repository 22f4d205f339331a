import { lstatSync, readlinkSync, watch, type FSWatcher } from 'node:fs';
import { dirname, parse, resolve, sep } from 'node:path';
import { compareText } from '../../core/text.ts';

/** The most links of one path; systems follow about as many. */
const maxLinks = 40;

/** Where watched paths lead. */
export interface FollowedPaths {
  /** Absolute paths of the links on the way, such as `..data` of a mounted ConfigMap. */
  readonly links: readonly string[];
  /** The paths without links, and the targets of links below a path. */
  readonly roots: readonly string[];
  /** Changes when a link leads elsewhere. */
  readonly key: string;
}

/** Follows the links of paths, which need not exist. */
export function followPaths(paths: readonly string[]): FollowedPaths {
  const given = new Set(paths);
  const links = new Map<string, string>();
  const roots = new Set<string>();
  for (const path of given) {
    const followed = follow(path);
    roots.add(followed.path);
    for (const [link, target] of followed.links) {
      links.set(link, target);
      // a link above all paths, such as /var/run, may lead to much more than they need
      if (foldersAbove(link).some((folder) => given.has(folder))) roots.add(follow(link).path);
    }
  }
  const entries = [...links].sort(([a], [b]) => compareText(a, b));
  return {
    links: entries.map(([link]) => link),
    roots: [...roots],
    key: JSON.stringify(entries),
  };
}

/** Returns the links of a path, of its folders and of its targets, and the path without links. */
function follow(path: string): { path: string; links: ReadonlyMap<string, string> } {
  const links = new Map<string, string>();
  let current = parse(path).root;
  const steps = path.slice(current.length).split(sep);
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = resolve(current, step);
    const target = links.size < maxLinks ? linkTarget(next) : undefined;
    if (target === undefined) {
      current = next;
      continue;
    }
    links.set(next, target);
    const whole = resolve(current, target);
    current = parse(whole).root;
    steps.unshift(...whole.slice(current.length).split(sep));
  }
  return { path: current, links };
}

/** Returns the folders above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== path; [path, folder] = [folder, dirname(folder)]) {
    folders.push(folder);
  }
  return folders;
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Calls `onSwap` when a link leads elsewhere. The folders of the links are watched, because a watch
 * on a link follows what it led to at first.
 */
export function watchLinks(
  links: readonly string[],
  onSwap: () => void,
  onError: (error: unknown) => void,
): { close(): void } {
  const state = () => JSON.stringify(links.map(linkTarget));
  let known = state();
  const compare = (): void => {
    const now = state();
    if (now === known) return;
    known = now;
    onSwap();
  };
  const watchers: FSWatcher[] = [];
  for (const folder of new Set(links.map((link) => dirname(link)))) {
    try {
      watchers.push(watch(folder, { persistent: false }, compare).on('error', onError));
    } catch (error) {
      onError(error);
    }
  }
  return {
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
