import type { JsonType } from '../../core/json-schema.ts';
import { isJsonObject } from '../../core/json.ts';

/**
 * The kinds of JSON value, disjoint: `integer` and `fraction` together are JSON Schema's `number`,
 * so that "integer is narrower than number" is a matter of sets.
 */
export const kinds = [
  'null',
  'boolean',
  'string',
  'integer',
  'fraction',
  'array',
  'object',
] as const;

export type Kind = (typeof kinds)[number];

/** A set of kinds, a bit each. */
export type KindSet = number;

const bitOf: ReadonlyMap<string, KindSet> = new Map(kinds.map((kind, index) => [kind, 1 << index]));

/** All kinds. */
export const everyKind: KindSet = (1 << kinds.length) - 1;

export function kindSet(...members: readonly Kind[]): KindSet {
  return members.reduce((set, kind) => set | (bitOf.get(kind) ?? 0), 0);
}

/** The kinds that a schema's `type` names; all of them without one. */
export function kindsOfType(type: JsonType | readonly JsonType[] | undefined): KindSet {
  if (type === undefined) return everyKind;
  const types = typeof type === 'string' ? [type] : type;
  return types.reduce((set, name) => set | kindsOfTypeName(name), 0);
}

function kindsOfTypeName(name: string): KindSet {
  return name === 'number' ? kindSet('integer', 'fraction') : (bitOf.get(name) ?? 0);
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as Kind;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return Array.isArray(value) || !isJsonObject(value) ? 'array' : 'object';
}

export function includes(set: KindSet, kind: Kind): boolean {
  return (set & kindSet(kind)) !== 0;
}

export function listKinds(set: KindSet): readonly Kind[] {
  return kinds.filter((kind) => includes(set, kind));
}
