/** Revisions with the `initialize` handshake, oldest first. */
export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type LegacyRevision = (typeof legacyRevisions)[number];

/** The stateless revision: every request names its revision. */
export const modernRevision = '2026-07-28';
type ModernRevision = typeof modernRevision;

export type Revision = LegacyRevision | ModernRevision;
export type Era = 'legacy' | 'modern';

/** The revision of HTTP requests without a version header, which 2025-03-26 did not have. */
export const assumedRevision: LegacyRevision = '2025-03-26';

/** The parts of the protocol that not every revision has. */
export interface Features {
  /** Arrays of messages. */
  readonly batch: boolean;
  /** Hints on tools: read-only, destructive … */
  readonly annotations: boolean;
  /** `title` in addition to `name`. */
  readonly title: boolean;
  /** `outputSchema` of tools, `structuredContent` of results. */
  readonly structured: boolean;
  readonly audio: boolean;
  /** `message` in progress notifications. */
  readonly progressMessage: boolean;
  /** `x-mcp-header` in input schemas. */
  readonly headerParams: boolean;
}

const features20241105: Features = {
  batch: false,
  annotations: false,
  title: false,
  structured: false,
  audio: false,
  progressMessage: false,
  headerParams: false,
};
const features20250326 = {
  ...features20241105,
  batch: true,
  annotations: true,
  audio: true,
  progressMessage: true,
};
const features20250618 = { ...features20250326, batch: false, title: true, structured: true };

/** Older clients reject a whole tool list because of one unknown member. */
export const featuresOf: Readonly<Record<Revision, Features>> = {
  '2024-11-05': features20241105,
  '2025-03-26': features20250326,
  '2025-06-18': features20250618,
  '2025-11-25': features20250618,
  '2026-07-28': { ...features20250618, headerParams: true },
};

export function isLegacyRevision(text: unknown): text is LegacyRevision {
  return legacyRevisions.some((revision) => revision === text);
}

/**
 * Negotiates the revision of `initialize`: the requested one if supported, otherwise the latest with
 * a handshake.
 *
 * Old clients reject other revisions than they requested. 2026-07-28 has no handshake, and is never
 * negotiated.
 */
export function negotiate(requested: string): LegacyRevision {
  return isLegacyRevision(requested) ? requested : '2025-11-25';
}

/**
 * Whether a version header belongs to the modern era. Dates sort as text; unknown values after
 * 2026-07-28, such as words, get the errors of the modern era.
 */
export function isModernHeader(version: string | null | undefined): version is string {
  return typeof version === 'string' && version >= modernRevision;
}
