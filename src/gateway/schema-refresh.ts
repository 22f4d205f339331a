import type { Tool } from '../core/tool.ts';
import { isIntrospected, type GatewayParts } from './executor.ts';

/**
 * Time between a refresh of the schemas and another one because a schema is outdated, or because a tool
 * does not match its API, in milliseconds.
 */
const distanceMs = 60_000;

/** Decides when endpoints are introspected again: at the refresh interval, and early if needed. */
export class SchemaRefresh {
  readonly #reload: () => void;
  readonly #interval: NodeJS.Timeout | undefined;
  /** Set while an early refresh is due. */
  #due: NodeJS.Timeout | undefined;
  /** When the last refresh started, by the clock of `performance`. */
  #startedAt = performance.now();
  #closed = false;

  /** @param reload introspects, and calls `started`. */
  constructor(parts: GatewayParts, reload: () => void) {
    this.#reload = reload;
    const interval = refreshIntervalOf(parts);
    if (interval > 0) this.#interval = setInterval(reload, interval).unref();
  }

  /** A refresh has started, so that none is due. */
  started(): void {
    this.#startedAt = performance.now();
    clearTimeout(this.#due);
    this.#due = undefined;
  }

  /** Refreshes once, a minute after the last refresh or immediately if that is longer ago. */
  request(): void {
    if (this.#due || this.#closed) return;
    const wait = Math.max(0, this.#startedAt + distanceMs - performance.now());
    this.#due = setTimeout(this.#reload, wait).unref();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#interval);
    clearTimeout(this.#due);
  }
}

/** Whether the schema that a tool was compiled with is introspected, so that a refresh may change it. */
export function isRefreshable({ upstream }: Tool, { config, source }: GatewayParts): boolean {
  const options = config.upstreams.get(upstream);
  return source.schema === undefined && options !== undefined && isIntrospected(options);
}

/** The shortest refresh interval of the upstreams, in milliseconds; 0 for none. */
function refreshIntervalOf({ config }: GatewayParts): number {
  const intervals = [...config.upstreams.values()]
    .map(({ introspection }) => introspection.refreshMs)
    .filter((interval) => interval > 0);
  return intervals.length === 0 ? 0 : Math.min(...intervals);
}
