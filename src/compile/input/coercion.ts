import { cutText } from '../../core/text.ts';
import type { ArgumentProblem } from '../../core/tool.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import type { InputShape } from './shapes.ts';

/** How the arguments of a tool are coerced. */
export interface CoercionSettings {
  /** Null counts as omission wherever a value is optional. */
  readonly nullAsAbsent: boolean;
  /** Values of any JSON are published as JSON text; otherwise, text is the value itself. */
  readonly jsonIsText: boolean;
}

/** The state of one walk through the arguments of a call. */
export interface Coercion {
  readonly settings: CoercionSettings;
  /** The current position; steps are pushed and popped, so that valid values cost no paths. */
  readonly path: (string | number)[];
  readonly problems: ArgumentProblem[];
}

/** The maximum number of problems that one call reports. */
const maxProblems = 10;

/** The maximum depth of objects and lists; deeper values overflow stacks on their way. */
const maxDepth = 100;

/** Returns whether enough problems are reported, so that the walk can stop. */
export function isFull({ problems }: Coercion): boolean {
  return problems.length >= maxProblems;
}

/** Reports a problem at the current position. */
export function reject(coercion: Coercion, message: string): undefined {
  rejectAll(coercion, [{ path: [], message }]);
}

/** Reports the problems that a validator found in the value at the current position. */
export function rejectAll(coercion: Coercion, problems: readonly ArgumentProblem[]): void {
  for (const { path, message } of problems) {
    if (isFull(coercion)) return;
    const steps = [...coercion.path, ...path];
    coercion.problems.push({
      // clients choose the names
      path: steps.map((step) => (typeof step === 'string' ? cutText(step, 80) : step)),
      message,
    });
  }
}

/** Returns whether the current position is too deep to continue. */
export function isTooDeep({ path }: Coercion): boolean {
  return path.length > maxDepth;
}

/**
 * Finds a problem in a value that is passed on without a type: it nests too deeply, or it has a number
 * that was parsed as infinity and would be written as null.
 */
export function findOpaqueProblem(value: unknown, depth = maxDepth): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return 'A number is too large. Send it as text, in quotes.';
  }
  if (typeof value === 'string') return value.isWellFormed() ? undefined : halfCharacter;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return 'Nested too deeply.';
  for (const key in value) {
    if (!key.isWellFormed()) return halfCharacter;
    const problem = findOpaqueProblem((value as Record<string, unknown>)[key], depth - 1);
    if (problem) return problem;
  }
  return undefined;
}

const halfCharacter =
  'A text contains half of a character (an unpaired surrogate), which cannot be sent.';

/** Describes the expected value of a shape in terms of JSON. */
export function describeShape(shape: InputShape): string {
  switch (shape.kind) {
    case 'scalar':
      return scalarTexts[shape.rule.kind];
    case 'enum':
      return `one of ${cutText([...shape.names].join(', '), 400)}`;
    case 'list':
      return `a list, each item ${describeShape(shape.item.shape)}`;
    case 'object':
      return `an object with ${cutText([...shape.fields.keys()].join(', '), 200)}`;
  }
}

const scalarTexts: { readonly [Kind in ScalarKind]: string } = {
  string: 'text',
  id: 'an id (text)',
  digits: 'a number (text)',
  int: 'a whole number',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  json: 'any JSON value',
  object: 'a JSON object',
  upload: 'a file: an object with filename, contentType and base64',
  schema: 'a value of its schema',
  unknown: 'text',
};
