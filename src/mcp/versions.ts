/** Revisions with the `initialize` handshake, oldest first. */
export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type LegacyRevision = (typeof legacyRevisions)[number];

/** The stateless revision: every request says for itself which revision it speaks. */
export const modernRevision = '2026-07-28';
export type ModernRevision = typeof modernRevision;

export type Revision = LegacyRevision | ModernRevision;
export type Era = 'legacy' | 'modern';

/** What an HTTP request speaks that names no revision: 2025-03-26 had no header for it. */
export const assumedRevision: LegacyRevision = '2025-03-26';

/** What the wire shape of a revision has, beyond what all have. */
export interface Features {
  /** Arrays of messages. */
  readonly batch: boolean;
  /** Hints on tools: read-only, destructive … */
  readonly annotations: boolean;
  /** `title` beside `name`. */
  readonly title: boolean;
  /** `outputSchema` of tools, `structuredContent` of results. */
  readonly structured: boolean;
  readonly audio: boolean;
  /** `message` in progress notifications. */
  readonly progressMessage: boolean;
  /** `x-mcp-header` in input schemas. */
  readonly headerParams: boolean;
}

const first: Features = {
  batch: false,
  annotations: false,
  title: false,
  structured: false,
  audio: false,
  progressMessage: false,
  headerParams: false,
};
const second = { ...first, batch: true, annotations: true, audio: true, progressMessage: true };
const third = { ...second, batch: false, title: true, structured: true };

/** Older clients drop a whole tool list over one member they do not know; they never see one. */
export const featuresOf: Readonly<Record<Revision, Features>> = {
  '2024-11-05': first,
  '2025-03-26': second,
  '2025-06-18': third,
  '2025-11-25': third,
  '2026-07-28': { ...third, headerParams: true },
};

export function isLegacyRevision(text: unknown): text is LegacyRevision {
  return legacyRevisions.some((revision) => revision === text);
}

/**
 * Answers `initialize`: the revision asked for where it is served, else the latest with a handshake.
 *
 * 2026-07-28 is never negotiated, for it has no handshake. Old clients refuse an answer they do not
 * know, so the revision asked for is always echoed.
 */
export function negotiate(asked: string): LegacyRevision {
  return isLegacyRevision(asked) ? asked : '2025-11-25';
}

/**
 * Whether a version header belongs to the modern era. Dates sort as text; so does what is no date,
 * and what is not known to be old is told in the words of the new era.
 */
export function isModernHeader(version: string | null | undefined): version is string {
  return typeof version === 'string' && version >= modernRevision;
}
