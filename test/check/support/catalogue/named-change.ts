import type { CompileSettings } from '../../../../src/compile/model/settings.ts';
import type { ChangeCode, ChangeSeverity } from '../../../../src/check/diff/severity.ts';

/** A text that stands once in the base, and what takes its place. */
export type Replacement = readonly [from: string, to: string];

/** One change by name, and what the check says of it. */
export interface NamedChange {
  readonly name: string;
  readonly sdl?: readonly Replacement[];
  readonly operations?: readonly Replacement[];
  readonly settings?: Partial<CompileSettings>;
  readonly verdict: ChangeSeverity | 'unchanged';
  /** Codes of all changes that are found. */
  readonly codes: readonly ChangeCode[];
  /** What the worst of them is put down to. */
  readonly cause?: 'schema' | 'operation' | 'configuration' | 'diagnostic';
}
