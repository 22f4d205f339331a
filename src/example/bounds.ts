import { filmError } from './film-error.ts';

/** Inclusive bounds, as `@constraint` states them in the SDL. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Bounds of every argument called `first`. */
export const pageSizes: Bounds = { min: 1, max: 50 };

/** The number; out of bounds it fails the field as BAD_REQUEST. */
export function numberWithin(value: number, { min, max }: Bounds, argument: string): number {
  if (value >= min && value <= max) return value;
  const message = `${argument} must be between ${min} and ${max}, but is ${value}.`;
  throw filmError('BAD_REQUEST', message, argument);
}

/** The text without surrounding white space; out of bounds its length fails the field as BAD_REQUEST. */
export function textWithin(value: string, { min, max }: Bounds, argument: string): string {
  const text = value.trim();
  const length = Array.from(text).length;
  if (length >= min && length <= max) return text;
  const message = `${argument} must have ${min} to ${max} characters, but has ${length}.`;
  throw filmError('BAD_REQUEST', message, argument);
}
