import { isJsonObject } from '../../core/json.ts';
import { didYouMean } from '../../core/suggest.ts';
import { cutText } from '../../core/text.ts';
import { formatValue } from '../model/format-value.ts';
import { coerceScalar } from './coerce-scalar.ts';
import { expected } from './expected.ts';
import type {
  EnumShape,
  FieldShape,
  InputShape,
  InputValue,
  ListShape,
  ObjectShape,
} from './input-shape.ts';
import { parseAs } from './parse-text.ts';
import { isFull, isTooDeep, refuse, refuseAll, type Reading } from './reading.ts';

/** What has members: an input object, or the arguments of a tool. */
export interface MemberShapes {
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** Names of the fields that must be given. */
  readonly required: readonly string[];
  /** Whether some field is sent by another name than it is given by. */
  readonly renames: boolean;
}

/**
 * Turns a value as models send it into one that GraphQL takes, or says what is wrong with it.
 *
 * | given                                             | becomes                 |
 * | ------------------------------------------------- | ----------------------- |
 * | JSON text where an object, list or JSON belongs   | what it says, once      |
 * | a single value where a list belongs               | a list of it            |
 * | a number where an id or big number belongs        | text, unless rounded    |
 * | null where only absence is legal                  | absence                 |
 *
 * Everything else must be what the type says: nothing is guessed. A value in which nothing is turned
 * is returned as it is, and costs no memory.
 */
export function coerceValue(
  given: unknown,
  { shape, nullable }: InputValue,
  reading: Reading,
): unknown {
  const read = coerceUnlessNull(given, shape, reading);
  return read === null && !nullable ? refuseType(null, shape, reading) : read;
}

/** The coerced value; null for null, and for JSON text that says so. */
function coerceUnlessNull(given: unknown, shape: InputShape, reading: Reading): unknown {
  if (given === null) return null;
  switch (shape.kind) {
    case 'scalar':
      return coerceScalar(given, shape, reading);
    case 'enum':
      return coerceEnum(given, shape, reading);
    case 'list':
      return coerceList(parseList(given), shape, reading);
    case 'object':
      return coerceObject(parseAs(given, '{'), shape, reading);
  }
}

function coerceEnum(given: unknown, shape: EnumShape, reading: Reading): unknown {
  if (typeof given !== 'string') return refuseType(given, shape, reading);
  if (shape.names.has(given)) return given;
  const suggestion = didYouMean(given, shape.names);
  return refuse(
    reading,
    `Expected ${expected(shape)}, received ${formatValue(given)}.${suggestion}`,
  );
}

/** Text that looks like a list may still be an item, of a list of texts. */
function parseList(given: unknown): unknown {
  const parsed = parseAs(given, '[');
  return Array.isArray(parsed) ? parsed : given;
}

function coerceList(given: unknown, { item }: ListShape, reading: Reading): unknown {
  if (isTooDeep(reading)) return refuse(reading, 'Nested too deeply.');
  if (!Array.isArray(given)) return [coerceValue(given, item, reading)];
  let changed: unknown[] | undefined;
  for (let index = 0; index < given.length; index++) {
    if (isFull(reading)) break;
    const before: unknown = given[index];
    reading.path.push(index);
    const after = coerceValue(before, item, reading);
    reading.path.pop();
    if (after === before) continue;
    changed ??= [...(given as unknown[])];
    changed[index] = after;
  }
  return changed ?? given;
}

function coerceObject(given: unknown, shape: ObjectShape, reading: Reading): unknown {
  if (!isJsonObject(given)) return refuseType(given, shape, reading);
  if (isTooDeep(reading)) return refuse(reading, 'Nested too deeply.');
  const problems = reading.problems.length;
  const members = coerceMembers(given, shape, reading);
  if (shape.oneOf && reading.problems.length === problems) checkOneOf(members, shape, reading);
  return asSent(members, shape);
}

/** The members by the names that they have in GraphQL. */
export function asSent(
  members: { readonly [name: string]: unknown },
  { fields, renames }: MemberShapes,
): { readonly [name: string]: unknown } {
  if (!renames) return members;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [fields.get(name)?.sentAs ?? name, value]),
  );
}

function checkOneOf(members: object, { fields }: ObjectShape, reading: Reading): void {
  const received = Object.keys(members);
  if (received.length === 1) return;
  const names = [...fields.keys()].join(', ');
  const what = received.length === 0 ? 'none' : received.join(' and ');
  refuse(reading, `Expected exactly one of ${names}, received ${what}.`);
}

function refuseType(given: unknown, shape: InputShape, reading: Reading): undefined {
  return refuse(reading, `Expected ${expected(shape)}, received ${formatValue(given)}.`);
}

/** Coerces members by their fields; unknown and missing ones are problems. */
export function coerceMembers(
  given: { readonly [name: string]: unknown },
  shapes: MemberShapes,
  reading: Reading,
): { readonly [name: string]: unknown } {
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(given)) {
    if (isFull(reading)) break;
    const before = given[name];
    const field = shapes.fields.get(name);
    reading.path.push(name);
    const after = field
      ? coerceMember(before, field, reading)
      : refuse(reading, unknownMember(name, shapes));
    reading.path.pop();
    if (after === before && after !== undefined) continue;
    changed ??= { ...given };
    if (after === undefined) delete changed[name];
    else changed[name] = after;
  }
  for (const name of shapes.required) {
    if (Object.hasOwn(given, name) && given[name] !== undefined) continue;
    reading.path.push(name);
    const field = shapes.fields.get(name);
    refuse(reading, `Required and missing. Expected ${field ? expected(field.shape) : 'a value'}.`);
    reading.path.pop();
  }
  return changed ?? given;
}

/** The coerced value; undefined where it counts as absent, or is refused. */
function coerceMember(given: unknown, field: FieldShape, reading: Reading): unknown {
  if (given === undefined) return undefined;
  const value = coerceUnlessNull(given, field.shape, reading);
  if (value === null) {
    if (field.dropsNull || (reading.settings.nullAsAbsent && field.optional)) return undefined;
    if (!field.nullable) return refuseType(null, field.shape, reading);
  }
  if (reading.settings.keywords && field.checkConstraints && value !== undefined) {
    refuseAll(reading, field.checkConstraints(value));
  }
  return value;
}

function unknownMember(name: string, { fields }: MemberShapes): string {
  const names = [...fields.keys()];
  // a type has at least one field, so this is about the arguments themselves
  if (names.length === 0) return 'Not known here: this tool takes no arguments.';
  const valid = `There are ${cutText(names.join(', '), 400)}.`;
  return `Not known here. ${valid}${didYouMean(name, names)}`;
}
