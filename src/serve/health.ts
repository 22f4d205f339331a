/** The response of `/health`. */
export interface HealthReport {
  /**
   * `degraded` if newer sources have errors, if a change of the configuration needs a restart, if
   * changes may not be noticed, or if an API is down.
   */
  readonly status: 'ok' | 'degraded';
  readonly tools: number;
  /** Operations that did not become tools. */
  readonly skipped: number;
  /** Fingerprint of the current catalog. */
  readonly catalog: string;
  /** Why some of the newest sources are not served. */
  readonly lastError?: string;
  /** Changed sections of the configuration that need a restart; absent if there are none. */
  readonly restartFor?: readonly string[];
  /** Why changes of the sources may not be noticed, such as `EMFILE`; absent if they are. */
  readonly unwatched?: string;
  /** Upstreams whose circuit breaker is open; absent if there are none. */
  readonly down?: readonly string[];
  /** Responses since the start that violated the output schema of their tool; absent if 0. */
  readonly mismatches?: number;
}
