import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { didYouMean } from '../../core/suggest.ts';
import { cutText } from '../plain-text.ts';
import { coerceScalar } from './coerce-scalar.ts';
import { parseText } from './parse-text.ts';
import { expected, shown, type Problems, type ValuePath } from './value-problems.ts';
import type { EnumShape, FieldShape, InputValue, ListShape, ObjectShape } from './input-shape.ts';
import { isOptional } from './input-shape.ts';

/** How values are read. */
export interface CoerceSettings {
  /** Explicit null counts as absent wherever a value may be left out. */
  readonly nullAsAbsent: boolean;
}

/**
 * Turns a value as models send it into one that GraphQL takes, or says what is wrong with it.
 *
 * | given                                             | becomes                 |
 * | ------------------------------------------------- | ----------------------- |
 * | JSON text where an object, list or JSON belongs   | what it says, once      |
 * | a single value where a list belongs               | a list of it            |
 * | a safe integer where an ID belongs                | text                    |
 * | null where only absence is legal                  | absence                 |
 *
 * Everything else must be what the type says: nothing is guessed.
 */
export function coerceValue(
  given: unknown,
  value: InputValue,
  path: ValuePath,
  problems: Problems,
  settings: CoerceSettings,
): unknown {
  const { shape } = value;
  if (given === null) return coerceNull(value, path, problems);
  switch (shape.kind) {
    case 'scalar': {
      const read = coerceScalar(given, shape.rule, path, problems);
      // the JSON text `null`
      return read === null ? coerceNull(value, path, problems) : read;
    }
    case 'enum':
      return coerceEnum(given, shape, path, problems);
    case 'list':
      return coerceList(unquoted(given, '['), shape, path, problems, settings);
    case 'object':
      return coerceObject(unquoted(given, '{'), shape, path, problems, settings);
  }
}

function coerceNull(value: InputValue, path: ValuePath, problems: Problems): null | undefined {
  if (value.nullable) return null;
  return problems.add(path, `Expected ${expected(value)}, received null.`);
}

function coerceEnum(
  given: unknown,
  { names }: EnumShape,
  path: ValuePath,
  problems: Problems,
): unknown {
  if (typeof given === 'string' && names.has(given)) return given;
  const suggestion = typeof given === 'string' ? didYouMean(given, names) : '';
  const list = cutText([...names].join(', '), 400);
  return problems.add(path, `Expected one of ${list}, received ${shown(given)}.${suggestion}`);
}

function coerceList(
  given: unknown,
  { item }: ListShape,
  path: ValuePath,
  problems: Problems,
  settings: CoerceSettings,
): unknown {
  if (!Array.isArray(given)) return [coerceValue(given, item, path, problems, settings)];
  const coerced: unknown[] = [];
  for (const [index, member] of given.entries()) {
    if (problems.isFull) break;
    coerced.push(coerceValue(member, item, [...path, index], problems, settings));
  }
  return coerced;
}

function coerceObject(
  given: unknown,
  shape: ObjectShape,
  path: ValuePath,
  problems: Problems,
  settings: CoerceSettings,
): unknown {
  if (!isJsonObject(given)) {
    const names = cutText([...shape.fields.keys()].join(', '), 200);
    return problems.add(path, `Expected an object with ${names}, received ${shown(given)}.`);
  }
  const written = shape.oneOf ? withoutNulls(given) : given;
  const members = coerceMembers(written, shape.fields, path, problems, settings);
  if (shape.oneOf && members.length !== 1 && problems.found.length === 0) {
    const names = [...shape.fields.keys()].join(', ');
    const received = members.length === 0 ? 'none' : members.map(([name]) => name).join(' and ');
    problems.add(path, `Expected exactly one of ${names}, received ${received}.`);
  }
  return Object.fromEntries(members);
}

/** Strict clients write null for every member they do not choose. */
function withoutNulls(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, member]) => member !== null));
}

/** Coerces members by their fields; unknown and missing ones are problems. */
export function coerceMembers(
  given: { readonly [name: string]: unknown },
  fields: ReadonlyMap<string, FieldShape & { readonly dropsNull?: boolean }>,
  path: ValuePath,
  problems: Problems,
  settings: CoerceSettings,
): readonly (readonly [string, unknown])[] {
  for (const name of Object.keys(given)) {
    if (problems.isFull) break;
    if (!fields.has(name)) problems.add([...path, name], unknownName(name, fields.keys()));
  }
  const members: (readonly [string, unknown])[] = [];
  for (const [name, field] of fields) {
    const member = Object.hasOwn(given, name) ? given[name] : undefined;
    const dropped =
      member === null &&
      isOptional(field) &&
      (settings.nullAsAbsent || !field.nullable || field.dropsNull === true);
    if (member === undefined || dropped) {
      if (!isOptional(field)) {
        problems.add([...path, name], `Required and missing. Expected ${expected(field)}.`);
      }
      continue;
    }
    members.push([name, coerceValue(member, field, [...path, name], problems, settings)]);
  }
  return members;
}

function unknownName(name: string, known: Iterable<string>): string {
  const names = [...known];
  const valid =
    names.length === 0 ? 'There are none.' : `There are ${cutText(names.join(', '), 400)}.`;
  return `Not known here. ${valid}${didYouMean(name, names)}`;
}

/** What JSON text says, where a model wrote an object or list as text; else the value itself. */
function unquoted(given: unknown, start: '{' | '['): unknown {
  if (typeof given !== 'string' || !given.trimStart().startsWith(start)) return given;
  return parseText(given);
}
