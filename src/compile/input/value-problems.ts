import type { ArgumentProblem } from '../../core/tool.ts';
import { cutText } from '../plain-text.ts';
import type { InputValue } from './input-shape.ts';

/** Path from the arguments' root. */
export type ValuePath = readonly (string | number)[];

/** Most problems that are told of one call. */
const maxProblems = 10;

/** What is found on the way through a value; no more than so many problems are kept. */
export class Problems {
  readonly found: ArgumentProblem[] = [];

  /** Whether no more are kept: what follows need not be looked at. */
  get isFull(): boolean {
    return this.found.length >= maxProblems;
  }

  add(path: ValuePath, message: string): undefined {
    if (this.isFull) return undefined;
    const short = path.map((step) => (typeof step === 'string' ? cutText(step, 80) : step));
    this.found.push({ path: short, message });
    return undefined;
  }
}

/** Names what is expected in a place, in words of JSON. */
export function expected({ shape }: Pick<InputValue, 'shape'>): string {
  switch (shape.kind) {
    case 'scalar':
      return scalarWords[shape.rule.kind];
    case 'enum':
      return `one of ${cutText([...shape.names].join(', '), 200)}`;
    case 'list':
      return 'a list';
    case 'object':
      return `an object with ${cutText([...shape.fields.keys()].join(', '), 200)}`;
  }
}

const scalarWords = {
  string: 'text',
  id: 'an id (text)',
  int: 'a whole number',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  json: 'any JSON value',
  upload: 'a file: filename, contentType and base64',
  schema: 'a value of its schema',
} as const;

/** A value as messages show it: its JSON, cut. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return cutText(text, 80);
}
