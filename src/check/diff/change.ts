import type { JsonValue } from '../../core/json.ts';
import type { Place } from '../../core/diagnostic.ts';
import { changeKinds, type ChangeCode, type ChangeSeverity } from './severity.ts';

/** One difference between two tool surfaces. */
export interface Change {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  /** The tool's name in the old surface; for a new tool, its name. */
  readonly tool: string;
  /** The new name of a renamed tool. */
  readonly nowCalled?: string;
  /** Whether a change of a schema is one of the arguments or of the result. */
  readonly position?: SchemaPosition;
  /** `subject.movieId`, `data.movies[].title`; empty for the whole. */
  readonly path?: string;
  /** The number of places, if the tool has several; `path` is the shortest. */
  readonly places?: number;
  /** One sentence. */
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
  /** A counterexample: a value that shows the break. */
  readonly witness?: Witness;
  /** The causes, the most likely first; empty without `--explain`. */
  readonly causes: readonly Cause[];
  /** The place of the tool's operation. */
  readonly place?: Place;
}

export type SchemaPosition = 'input' | 'output';

/** A counterexample: a value that shows a break. */
export interface Witness {
  /**
   * `call`: these arguments were accepted, and are refused now. `answer`: this answer is possible now,
   * and the old schema refuses it.
   */
  readonly kind: 'call' | 'answer';
  readonly value: JsonValue;
}

/** The cause of a change. */
export interface Cause {
  readonly kind: 'schema' | 'operation' | 'configuration' | 'gateway' | 'diagnostic';
  /** One sentence. */
  readonly message: string;
  /** The schema coordinate, `Movie.title`, for a change of the schema. */
  readonly coordinate?: string;
  readonly place?: Place;
}

/** A change as far as it follows from two tools. */
export type FoundChange = Omit<Change, 'severity' | 'causes' | 'tool'>;

export function changeOf(tool: string, found: FoundChange): Change {
  return { ...found, tool, severity: changeKinds[found.code].severity, causes: [] };
}
