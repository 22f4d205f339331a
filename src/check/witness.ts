import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../core/json-schema.ts';
import type { SchemaPosition, Witness } from './change.ts';
import type { Problem } from './schema/problem.ts';

/** Finds a value that shows a problem; `undefined` where none is found. */
export type WitnessFinder = (problems: readonly Problem[]) => Witness | undefined;

/**
 * Makes what finds witnesses of a change from one schema to another.
 *
 * Each is found good by Ajv, the validator of most clients: a *call* fits the old input schema and not
 * the new one; an *answer* fits the new output schema and not the old one.
 */
export function createWitnessFinder(
  old: JsonSchema,
  next: JsonSchema,
  position: SchemaPosition,
): WitnessFinder {
  const [from, to] = position === 'input' ? [old, next] : [next, old];
  let validators: Validators | undefined;
  return (problems) => {
    validators ??= compileBoth(from, to);
    const { fits, refuses } = validators;
    for (const problem of problems) {
      const value = problem.candidates().find((one) => fits(one) && refuses(one));
      if (value !== undefined) return { kind: position === 'input' ? 'call' : 'answer', value };
    }
    return undefined;
  };
}

interface Validators {
  readonly fits: (value: unknown) => boolean;
  readonly refuses: (value: unknown) => boolean;
}

/** A schema from elsewhere may be one that Ajv refuses: then nothing can be shown. */
function compileBoth(from: JsonSchema, to: JsonSchema): Validators {
  try {
    const [fits, fitsOther] = [compile(from), compile(to)];
    return { fits, refuses: (value) => !fitsOther(value) };
  } catch {
    return { fits: () => false, refuses: () => false };
  }
}

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** An instance for each schema, which goes with it: an old one is compared with again and again. */
function compile(schema: JsonSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, logger: false, ...quick });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

/** A validator here judges a few values: making it is what takes the time. */
const quick = { meta: false, validateSchema: false, code: { optimize: false } } as const;
