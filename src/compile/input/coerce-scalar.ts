import { FileArgument } from '../../core/call.ts';
import { isJsonObject } from '../../core/json.ts';
import { formatValue } from '../model/format-value.ts';
import { describeShape, findOpaqueProblem, reject, rejectAll, type Coercion } from './coercion.ts';
import type { InputShape, ScalarShape } from './shapes.ts';
import { intRange } from './write-field.ts';

/** Coerces a non-null scalar as models send it to one that GraphQL accepts, or reports a problem. */
export function coerceScalar(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  const value = coerceByKind(input, shape, coercion);
  if (coercion.settings.keywords && shape.checkKeywords && value !== undefined) {
    rejectAll(coercion, shape.checkKeywords(value));
  }
  return value;
}

function coerceByKind(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  switch (shape.rule.kind) {
    case 'string':
      return typeof input === 'string'
        ? passThrough(input, coercion)
        : rejectType(input, shape, coercion);
    case 'boolean':
      return typeof input === 'boolean' ? input : rejectType(input, shape, coercion);
    case 'number':
      return Number.isFinite(input) ? input : rejectType(input, shape, coercion);
    case 'integer':
      return Number.isInteger(input) ? input : rejectType(input, shape, coercion);
    case 'int':
      return coerceInt(input, shape, coercion);
    case 'id':
    case 'digits':
      return coerceToText(input, shape, coercion);
    case 'json': {
      const { jsonIsOpen } = coercion.settings;
      return passThrough(jsonIsOpen ? parseJsonText(input, '{[') : parseText(input), coercion);
    }
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
  if (typeof input !== 'number' || !Number.isInteger(input)) {
    return rejectType(input, shape, coercion);
  }
  const { minimum, maximum } = intRange;
  if (input >= minimum && input <= maximum) return input;
  return reject(
    coercion,
    `Expected a whole number from ${minimum} to ${maximum}, received ${input}.`,
  );
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

function coerceBySchema(input: unknown, shape: ScalarShape, coercion: Coercion): unknown {
  const { rule, checkSchema } = shape;
  const acceptsText = rule.kind === 'schema' && [rule.schema?.type].flat().includes('string');
  const value = acceptsText ? input : parseJsonText(input, '{[');
  if (findOpaqueProblem(value)) return passThrough(value, coercion);
  if (checkSchema) rejectAll(coercion, checkSchema(value));
  return value;
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
