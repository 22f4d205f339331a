import { isJsonObject } from '../../core/json.ts';
import { didYouMean } from '../../core/suggest.ts';
import { cutText } from '../../core/text.ts';
import type { PreparedArguments, Tool } from '../../core/tool.ts';
import { formatValue } from '../model/format-value.ts';
import type {
  Argument,
  EnumShape,
  FieldShape,
  InputShape,
  InputValue,
  ListShape,
  ObjectShape,
} from './shapes.ts';
import { coerceScalar, parseJsonText, rejectType, takesText } from './coerce-scalar.ts';
import {
  describeShape,
  isFull,
  isTooDeep,
  reject,
  rejectAll,
  type Coercion,
  type CoercionSettings,
} from './coercion.ts';

/**
 * Creates the function that turns the arguments of a call into GraphQL variables.
 *
 * Arguments are coerced leniently where models are known to err (`coerceValue`). Everything is checked,
 * including what the published schema omits for lack of budget. Missing arguments count as `{}`.
 */
export function createPrepareArguments(
  args: readonly Argument[],
  settings: CoercionSettings,
): Tool['prepareArguments'] {
  const shape = {
    fields: new Map(args.map((argument) => [argument.name, argument])),
    required: args.filter(({ optional }) => !optional).map(({ name }) => name),
  };
  const renames = args.some(({ name, variable }) => name !== variable);
  const toApiName = (name: string) => shape.fields.get(name)?.variable ?? name;
  return function prepareArguments(input): PreparedArguments {
    const members = input === undefined || input === null ? {} : parseJsonText(input, '{');
    if (!isJsonObject(members)) {
      const message = `Expected an object of arguments, received ${formatValue(input)}.`;
      return { ok: false, problems: [{ path: [], message }] };
    }
    const coercion: Coercion = { settings, path: [], problems: [] };
    const values = coerceMembers(members, shape, coercion);
    if (coercion.problems.length > 0) return { ok: false, problems: coercion.problems };
    if (!renames) return { ok: true, variables: values };
    const variables = Object.entries(values).map(([name, value]) => [toApiName(name), value]);
    return { ok: true, variables: Object.fromEntries(variables) };
  };
}

/**
 * Coerces a value as models send it to one that GraphQL accepts, or reports a problem.
 *
 * | input                                               | result                    |
 * | --------------------------------------------------- | ------------------------- |
 * | JSON text for an object, or a list without text     | the parsed value          |
 * | JSON text for any JSON, if published as text        | the parsed value          |
 * | `"10"`, `"-1.5"`, `"true"` for a number or boolean  | that number or boolean    |
 * | a single value for a list                           | a list of it              |
 * | a number for an id or a number of any size          | text, unless JSON rounded |
 * | null where a value is optional but not nullable     | omitted                   |
 *
 * Any other value must have the expected type. A value that needs no coercion is returned as it is, not
 * copied.
 */
export function coerceValue(
  input: unknown,
  { shape, nullable }: InputValue,
  coercion: Coercion,
): unknown {
  const value = coerceNullable(input, shape, coercion);
  return value === null && !nullable ? rejectType(null, shape, coercion) : value;
}

/** Returns the coerced value; null for null, and for the JSON text `null`. */
function coerceNullable(input: unknown, shape: InputShape, coercion: Coercion): unknown {
  if (input === null) return null;
  switch (shape.kind) {
    case 'scalar':
      return coerceScalar(input, shape, coercion);
    case 'enum':
      return coerceEnum(input, shape, coercion);
    case 'list':
      return coerceList(input, shape, coercion);
    case 'object':
      return coerceObject(parseJsonText(input, '{'), shape, coercion);
  }
}

function coerceEnum(input: unknown, shape: EnumShape, coercion: Coercion): unknown {
  if (typeof input !== 'string') return rejectType(input, shape, coercion);
  if (shape.names.has(input)) return input;
  const suggestion = didYouMean(input, shape.names);
  return reject(
    coercion,
    `Expected ${describeShape(shape)}, received ${formatValue(input)}.${suggestion}`,
  );
}

function coerceList(input: unknown, { item }: ListShape, coercion: Coercion): unknown {
  if (isTooDeep(coercion)) return reject(coercion, 'Nested too deeply.');
  const isItem = typeof input === 'string' && takesText(input, item.shape, coercion);
  const items = isItem ? input : parseJsonText(input, '[');
  if (!Array.isArray(items)) return [coerceValue(input, item, coercion)];
  let changed: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    if (isFull(coercion)) break;
    const before: unknown = items[index];
    coercion.path.push(index);
    const after = coerceValue(before, item, coercion);
    coercion.path.pop();
    if (after === before) continue;
    changed ??= [...(items as unknown[])];
    changed[index] = after;
  }
  return changed ?? items;
}

function coerceObject(input: unknown, shape: ObjectShape, coercion: Coercion): unknown {
  if (!isJsonObject(input)) return rejectType(input, shape, coercion);
  if (isTooDeep(coercion)) return reject(coercion, 'Nested too deeply.');
  const problemCount = coercion.problems.length;
  const members = coerceMembers(input, shape, coercion);
  if (shape.oneOf && coercion.problems.length === problemCount) {
    checkOneOf(members, shape, coercion);
  }
  return members;
}

function checkOneOf(members: object, { fields }: ObjectShape, coercion: Coercion): void {
  const names = Object.entries(members).map(([name, value]) =>
    value === null ? `${name} (null)` : name,
  );
  if (names.length === 1 && !Object.values(members).includes(null)) return;
  const expected = [...fields.keys()].join(', ');
  const received = names.length === 0 ? 'none' : names.join(' and ');
  reject(coercion, `Expected exactly one of ${expected}, received ${received}.`);
}

/** The members of an input object, or the arguments of a tool. */
type MemberShapes = Pick<ObjectShape, 'fields' | 'required'>;

/** Coerces the members of an object; unknown and missing ones are problems. */
function coerceMembers(
  input: { readonly [name: string]: unknown },
  { fields, required }: MemberShapes,
  coercion: Coercion,
): { readonly [name: string]: unknown } {
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(input)) {
    if (isFull(coercion)) break;
    const before = input[name];
    const field = fields.get(name);
    coercion.path.push(name);
    const after = field
      ? coerceMember(before, field, coercion)
      : reject(coercion, describeUnknownName(name, fields));
    coercion.path.pop();
    if (after === before && after !== undefined) continue;
    changed ??= { ...input };
    if (after === undefined) delete changed[name];
    else changed[name] = after;
  }
  for (const name of required) {
    if (Object.hasOwn(input, name) && input[name] !== undefined) continue;
    coercion.path.push(name);
    const field = fields.get(name);
    const expected = field ? describeShape(field.shape) : 'a value';
    reject(coercion, `Required but missing. Expected ${expected}.`);
    coercion.path.pop();
  }
  return changed ?? input;
}

/** Returns the coerced value; undefined if it counts as omitted, or is rejected. */
function coerceMember(input: unknown, field: FieldShape, coercion: Coercion): unknown {
  if (input === undefined) return undefined;
  const value = coerceNullable(input, field.shape, coercion);
  if (value === null) {
    if (field.dropsNull || (coercion.settings.nullAsAbsent && field.optional)) return undefined;
    if (!field.nullable) return rejectType(null, field.shape, coercion);
  }
  if (field.checkConstraints && value !== undefined) {
    rejectAll(coercion, field.checkConstraints(value));
  }
  return value;
}

function describeUnknownName(name: string, fields: ReadonlyMap<string, FieldShape>): string {
  // input types have at least one field, so only a tool can have none
  if (fields.size === 0) return 'Unknown name: this tool takes no arguments.';
  const names = [...fields.keys()];
  return `Unknown name. Valid names: ${cutText(names.join(', '), 400)}.${didYouMean(name, names)}`;
}
