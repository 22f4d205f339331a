import { cutText } from '../../core/text.ts';
import type { ArgumentProblem } from '../../core/tool.ts';

/** How values are read. */
export interface ReadingSettings {
  /** Explicit null counts as absent wherever a value may be left out. */
  readonly nullAsAbsent: boolean;
  /** Constraints and formats are part of the advertised schema, and so are checked. */
  readonly keywords: boolean;
  /** What holds any JSON is advertised as such: then text may be meant as text. */
  readonly jsonIsOpen: boolean;
}

/** One walk through the arguments of a call. */
export interface Reading {
  readonly settings: ReadingSettings;
  /** Where the walk is; steps are pushed and popped, so that a valid value costs no paths. */
  readonly path: (string | number)[];
  readonly problems: ArgumentProblem[];
}

/** Most problems that are told of one call. */
const maxProblems = 10;

/** Levels of objects and lists; a value that is deeper would overrun stacks on its way. */
const maxLevels = 100;

/** Whether no more problems are told: what follows need not be looked at. */
export function isFull({ problems }: Reading): boolean {
  return problems.length >= maxProblems;
}

/** Notes what is wrong where the walk is. */
export function refuse(reading: Reading, message: string): undefined {
  refuseAll(reading, [{ path: [], message }]);
}

/** Notes what a validator found in the value where the walk is. */
export function refuseAll(reading: Reading, found: readonly ArgumentProblem[]): void {
  for (const { path, message } of found) {
    if (isFull(reading)) return;
    const steps = [...reading.path, ...path];
    reading.problems.push({
      // names from outside may be long
      path: steps.map((step) => (typeof step === 'string' ? cutText(step, 80) : step)),
      message,
    });
  }
}

/** Whether the walk is as deep as it may go. */
export function isTooDeep({ path }: Reading): boolean {
  return path.length > maxLevels;
}

/**
 * What is wrong with a value that is passed on unseen: it nests deeper than what is walked through, or
 * has a number that its reader took for infinity, and that would be written as null.
 */
export function openProblem(value: unknown, levels = maxLevels): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return 'A number is too large. Send it as text, in quotes.';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return 'Nested too deeply.';
  for (const key in value) {
    const problem = openProblem((value as Record<string, unknown>)[key], levels - 1);
    if (problem) return problem;
  }
  return undefined;
}
