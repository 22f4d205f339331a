import { isJsonObject } from '../../core/json.ts';
import { formatValue } from '../model/format-value.ts';
import { expected } from './expected.ts';
import type { ScalarShape } from './input-shape.ts';
import { openProblem, refuse, refuseAll, type Reading } from './reading.ts';
import { parseAs, parseWhole } from './parse-text.ts';
import { intRange } from './write-leaf.ts';

/** Turns a scalar as models send it into one that GraphQL takes, or says what is wrong with it. */
export function coerceScalar(given: unknown, shape: ScalarShape, reading: Reading): unknown {
  const value = coerceKind(given, shape, reading);
  if (reading.settings.keywords && shape.checkKeywords && value !== undefined) {
    refuseAll(reading, shape.checkKeywords(value));
  }
  return value;
}

function coerceKind(given: unknown, shape: ScalarShape, reading: Reading): unknown {
  switch (shape.rule.kind) {
    case 'string':
      return typeof given === 'string' ? given : refuseType(given, shape, reading);
    case 'boolean':
      return typeof given === 'boolean' ? given : refuseType(given, shape, reading);
    case 'number':
      return Number.isFinite(given) ? given : refuseType(given, shape, reading);
    case 'integer':
      return Number.isInteger(given) ? given : refuseType(given, shape, reading);
    case 'int':
      return coerceInt(given, shape, reading);
    case 'id':
    case 'digits':
      return coerceText(given, shape, reading);
    case 'json':
      return passOn(
        reading.settings.jsonIsOpen ? parseAs(given, '{[') : parseWhole(given),
        reading,
      );
    case 'object': {
      const value = parseAs(given, '{');
      return isJsonObject(value) ? passOn(value, reading) : refuseType(given, shape, reading);
    }
    case 'upload':
    case 'schema':
      return coerceBySchema(given, shape, reading);
    case 'unknown':
      return passOn(given, reading);
  }
}

function coerceInt(given: unknown, shape: ScalarShape, reading: Reading): unknown {
  if (typeof given !== 'number' || !Number.isInteger(given)) {
    return refuseType(given, shape, reading);
  }
  const { minimum, maximum } = intRange;
  if (given >= minimum && given <= maximum) return given;
  return refuse(
    reading,
    `Expected a whole number from ${minimum} to ${maximum}, received ${given}.`,
  );
}

/** Ids and numbers without bounds travel as text, and models send them as numbers. */
function coerceText(given: unknown, shape: ScalarShape, reading: Reading): unknown {
  if (typeof given === 'string') return given;
  if (typeof given !== 'number' || (shape.rule.kind === 'id' && !Number.isInteger(given))) {
    return refuseType(given, shape, reading);
  }
  if (!Number.isInteger(given) || Number.isSafeInteger(given)) return String(given);
  return refuse(reading, `JSON has rounded the number ${given}. Send it as text, in quotes.`);
}

function coerceBySchema(given: unknown, shape: ScalarShape, reading: Reading): unknown {
  const { rule, checkSchema } = shape;
  const takesText = rule.kind === 'schema' && [rule.schema?.type].flat().includes('string');
  const value = takesText ? given : parseAs(given, '{[');
  if (openProblem(value)) return passOn(value, reading);
  if (checkSchema) refuseAll(reading, checkSchema(value));
  return value;
}

function passOn(value: unknown, reading: Reading): unknown {
  const problem = openProblem(value);
  return problem ? refuse(reading, problem) : value;
}

function refuseType(given: unknown, shape: ScalarShape, reading: Reading): undefined {
  return refuse(reading, `Expected ${expected(shape)}, received ${formatValue(given)}.`);
}
