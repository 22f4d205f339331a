/** How the gateway is, as `/health` tells it. */
export interface HealthReport {
  /**
   * `degraded` while the last good catalog is served because a newer one is broken, while the
   * configuration has changes that wait for a restart, and while an API is down.
   */
  readonly status: 'ok' | 'degraded';
  readonly tools: number;
  /** Operations that did not become tools. */
  readonly skipped: number;
  /** Fingerprint of the catalog that is served. */
  readonly catalog: string;
  /** Why the newest sources are not served. */
  readonly lastError?: string;
  /** Sections of the configuration that were changed, and count from the next start on; absent for none. */
  readonly restartFor?: readonly string[];
  /** Upstreams that failed so often that calls fail at once, until one succeeds; absent for none. */
  readonly down?: readonly string[];
  /** Answers since the start that contradicted their tool's output schema; absent for none. */
  readonly mismatches?: number;
}
