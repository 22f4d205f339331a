/** The response of `/health`. */
export interface HealthReport {
  /**
   * `degraded` if newer sources have errors, if a change of the configuration needs a restart, if
   * changes may not be noticed, if an API is down, or if tools do not match their API.
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
  /**
   * Results since the start which showed that a tool does not match its API: a response that
   * contradicted the output schema, or an operation that the API refused; absent if 0.
   */
  readonly mismatches?: number;
  /**
   * The tools that do not match their API, until a call succeeds or another schema is found; absent if
   * there are none, or if all other requests must authenticate.
   */
  readonly mismatched?: readonly string[];
}
