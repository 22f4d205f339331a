import { FileArgument } from '../../core/call.ts';
import { isJsonObject } from '../../core/json.ts';
import { textKinds } from '../model/well-known-scalars.ts';
import { formatValue } from '../model/format-value.ts';
import { describeShape, findOpaqueProblem, reject, rejectAll, type Coercion } from './coercion.ts';
import type { InputShape, ScalarShape } from './shapes.ts';
import { intRange } from './write-field.ts';

/** Coerces a non-null scalar as models send it to one that GraphQL accepts, or reports a problem. */
export function coerceScalar(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  const value = coerceByKind(input, shape, coercion);
  if (shape.checkKeywords && value !== undefined) rejectAll(coercion, shape.checkKeywords(value));
  return value;
}

function coerceByKind(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  switch (shape.rule.kind) {
    case 'string':
      return typeof input === 'string'
        ? passThrough(input, coercion)
        : rejectType(input, shape, coercion);
    case 'boolean': {
      const value = readSpelling(input);
      return typeof value === 'boolean' ? value : rejectType(input, shape, coercion);
    }
    case 'number': {
      const value = readSpelling(input);
      return Number.isFinite(value) ? value : rejectType(input, shape, coercion);
    }
    case 'integer': {
      const value = readSpelling(input);
      return Number.isInteger(value) ? value : rejectType(input, shape, coercion);
    }
    case 'int':
      return coerceInt(input, shape, coercion);
    case 'id':
    case 'digits':
      return coerceToText(input, shape, coercion);
    case 'json':
      return passThrough(coercion.settings.jsonIsText ? parseText(input) : input, coercion);
    case 'object': {
      const value = parseJsonText(input, '{');
      return isJsonObject(value)
        ? passThrough(value, coercion)
        : rejectType(input, shape, coercion);
    }
    case 'upload': {
      const value = coerceBySchema(input, shape, coercion);
      return isJsonObject(value) ? new FileArgument(value) : value;
    }
    case 'schema':
      return coerceBySchema(input, shape, coercion);
    case 'unknown':
      return passThrough(input, coercion);
  }
}

function coerceInt(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  const value = readSpelling(input);
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return rejectType(input, shape, coercion);
  }
  const { minimum, maximum } = intRange;
  if (value >= minimum && value <= maximum) return value;
  return reject(
    coercion,
    `Expected a whole number from ${minimum} to ${maximum}, received ${value}.`,
  );
}

/** Reads a number or boolean that a model wrote as text, if the text is exactly how JSON writes it. */
function readSpelling(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  if (input === 'true' || input === 'false') return input === 'true';
  const number = Number(input);
  return Number.isFinite(number) && String(number) === input ? number : input;
}

/** Ids and unbounded numbers are sent as text; models write them as numbers. */
function coerceToText(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  if (typeof input === 'string') return passThrough(input, coercion);
  if (typeof input !== 'number' || (shape.rule.kind === 'id' && !Number.isInteger(input))) {
    return rejectType(input, shape, coercion);
  }
  if (!Number.isInteger(input) || Number.isSafeInteger(input)) return String(input);
  return reject(coercion, `JSON has rounded the number ${input}. Send it as text, in quotes.`);
}

/** Text that the schema accepts is that text; other text may spell a value that it accepts. */
function coerceBySchema(input: unknown, { checkSchema }: ScalarShape, coercion: Coercion): unknown {
  if (findOpaqueProblem(input)) return passThrough(input, coercion);
  const problems = checkSchema?.(input) ?? [];
  if (problems.length === 0) return input;
  const value = readSpelling(parseJsonText(input, '{['));
  const otherProblems = value === input ? problems : (checkSchema?.(value) ?? []);
  if (otherProblems.length > 0) rejectAll(coercion, otherProblems);
  return passThrough(value, coercion);
}

function passThrough(value: unknown, coercion: Coercion): unknown {
  const problem = findOpaqueProblem(value);
  return problem ? reject(coercion, problem) : value;
}

/** Reports that a value has another type than its shape. */
export function rejectType(input: unknown, shape: InputShape, coercion: Coercion): undefined {
  return reject(coercion, `Expected ${describeShape(shape)}, received ${formatValue(input)}.`);
}

/**
 * Returns whether text is legal for a shape, so that it is never read as anything else.
 */
export function takesText(text: string, shape: InputShape, coercion: Coercion): boolean {
  if (shape.kind === 'list') return takesText(text, shape.item.shape, coercion);
  if (shape.kind !== 'scalar') return false;
  const { rule, checkSchema } = shape;
  if (rule.kind === 'json') return !coercion.settings.jsonIsText;
  return textKinds.has(rule.kind) || (rule.kind === 'schema' && checkSchema?.(text).length === 0);
}

/**
 * Parses JSON text where a model wrote an object or list as text; returns any other value as it is. Text
 * within the parsed value is not parsed again.
 *
 * @param starts the characters that the text can start with: `{` for an object, `[` for a list.
 */
export function parseJsonText(input: unknown, starts: '{' | '[' | '{['): unknown {
  if (typeof input !== 'string') return input;
  const start = input.trimStart().charAt(0);
  return start !== '' && starts.includes(start) ? parseText(input) : input;
}

/** Parses JSON text; returns any other value, and text that is not JSON, as it is. */
function parseText(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}
