import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import type { Choices } from './choices.ts';

const mutationKinds = [
  'a required key gone',
  'null in a non-null place',
  'a wrong JSON type',
  'an object for a list, or a list for an object',
  'an unknown __typename',
] as const;

type MutationKind = (typeof mutationKinds)[number];

/** A legal answer with one thing changed in its data. */
export interface Mutation {
  readonly kind: MutationKind;
  /** Where, from `data` on. */
  readonly path: readonly (string | number)[];
  readonly data: JsonValue;
}

type Change = { readonly value: JsonValue } | 'remove';

/** All single changes of some data; it is for the caller to find out which are illegal. */
export function mutationsOf(
  data: JsonValue,
  typeNames: ReadonlySet<string>,
  choices: Choices,
): readonly Mutation[] {
  return placesIn(data).flatMap((path) => {
    const value = valueAt(data, path);
    const changes: [MutationKind, Change][] = [];
    if (typeof path.at(-1) === 'string') changes.push(['a required key gone', 'remove']);
    if (value !== null) changes.push(['null in a non-null place', { value: null }]);
    if (isJsonObject(value) || Array.isArray(value)) {
      changes.push([
        'an object for a list, or a list for an object',
        { value: isJsonObject(value) ? [value] : {} },
      ]);
    } else if (value !== null) {
      changes.push(['a wrong JSON type', { value: otherType(value, choices) }]);
    }
    const single = changes.map(([kind, change]) => ({
      kind,
      path,
      data: changed(data, path, change),
    }));
    if (typeof value !== 'string' || !typeNames.has(value)) return single;
    const renamed = renameType(data, path.slice(0, -1), value);
    return [...single, { kind: 'an unknown __typename' as const, path, data: renamed }];
  });
}

/** An object that answers `__typename` under two names answers the same twice. */
function renameType(data: JsonValue, path: Mutation['path'], name: string): JsonValue {
  const object = valueAt(data, path);
  const entries = Object.entries(object as JsonObject);
  const value = Object.fromEntries(
    entries.map(([key, inner]) => [key, inner === name ? 'Stranger' : inner]),
  );
  return changed(data, path, { value });
}

function otherType(value: JsonValue, choices: Choices): JsonValue {
  const others: readonly JsonValue[] = ['text', 1.5, true, { a: 1 }, ['text']];
  return choices.oneOf(others.filter((other) => typeof other !== typeof value));
}

function placesIn(value: JsonValue): readonly (readonly (string | number)[])[] {
  const below = isJsonObject(value)
    ? Object.keys(value).map((key) => [key, value[key] ?? null] as const)
    : Array.isArray(value)
      ? (value as readonly JsonValue[]).map((item, at) => [at, item] as const)
      : [];
  return below.flatMap(([step, inner]) => [
    [step],
    ...placesIn(inner).map((path) => [step, ...path]),
  ]);
}

function valueAt(value: JsonValue, [step, ...rest]: readonly (string | number)[]): JsonValue {
  if (step === undefined) return value;
  const inner = (value as Readonly<Record<string | number, JsonValue>>)[step];
  return valueAt(inner ?? null, rest);
}

function changed(
  value: JsonValue,
  [step, ...rest]: readonly (string | number)[],
  change: Change,
): JsonValue {
  if (step === undefined) return change === 'remove' ? null : change.value;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.map((item, at) => (at === step ? changed(item, rest, change) : item));
  }
  const entries = Object.entries(value as JsonObject).flatMap(([key, inner]) => {
    if (key !== step) return [[key, inner] as const];
    if (rest.length === 0 && change === 'remove') return [];
    return [[key, changed(inner, rest, change)] as const];
  });
  return Object.fromEntries(entries);
}
