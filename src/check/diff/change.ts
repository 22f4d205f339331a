import type { JsonValue } from '../../core/json.ts';
import type { Place } from '../../core/diagnostic.ts';
import { changeKinds, type ChangeCode, type ChangeSeverity } from './severity.ts';

/** One difference between two tool surfaces. */
export interface Change {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  /** The tool's name in the surface it was compared with, or the new one's for a new tool. */
  readonly tool: string;
  /** The tool's name now, where it was renamed. */
  readonly nowCalled?: string;
  /** Whether it is about what is asked or what is answered, where it is about a schema. */
  readonly position?: SchemaPosition;
  /** Where in arguments or answers: `subject.movieId`, `data.movies[].title`; empty for the whole. */
  readonly path?: string;
  /** How many places of the tool it stands at, where there are several; `path` is the shortest. */
  readonly places?: number;
  /** One sentence. */
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
  /** A value that shows a break, found good by a validator. */
  readonly witness?: Witness;
  /** What made the change, the most likely first; empty without `--explain`. */
  readonly causes: readonly Cause[];
  /** Where the tool's operation stands now. */
  readonly place?: Place;
}

export type SchemaPosition = 'input' | 'output';

/** A value that shows a break. */
export interface Witness {
  /**
   * `call`: these arguments were taken, and are refused now. `answer`: this answer is possible now,
   * and the old schema refuses it.
   */
  readonly kind: 'call' | 'answer';
  readonly value: JsonValue;
}

/** What made a change. */
export interface Cause {
  readonly kind: 'schema' | 'operation' | 'configuration' | 'gateway' | 'diagnostic';
  /** One sentence. */
  readonly message: string;
  /** The schema coordinate, `Movie.title`, for a change of the schema. */
  readonly coordinate?: string;
  readonly place?: Place;
}

/** A change as far as two tools tell it. */
export type FoundChange = Omit<Change, 'severity' | 'causes' | 'tool'>;

export function changeOf(tool: string, found: FoundChange): Change {
  return { ...found, tool, severity: changeKinds[found.code].severity, causes: [] };
}
