import { getOrCreate, memoizeWeakly } from '../../core/memo.ts';
import type { UsedSchema } from './surface.ts';
import type { TypeText } from './type-text.ts';

/** The coordinates of a used schema, by the names of its elements. */
export interface SchemaIndex {
  /** Types of fields, by coordinate. */
  readonly types: ReadonlyMap<string, TypeText>;
  /** Fields of input types, by the type: name, type, and whether it has a default. */
  readonly members: ReadonlyMap<string, readonly InputField[]>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Possible types of unions and interfaces. */
  readonly possible: ReadonlyMap<string, readonly string[]>;
  readonly oneOf: ReadonlySet<string>;
}

/** A field of an input type. */
export interface InputField {
  readonly name: string;
  readonly type: TypeText;
  readonly hasDefault: boolean;
}

/** The forms of the lines of `UsedSchema.coordinates`. */
const lines = {
  member: /^(\w+)\.(\w+)(?:: ([[\]!\w]+)( = )?|$)/,
  type: /^(\w+): (?:(@oneOf)|(.*))$/,
};

function createIndex(used: UsedSchema): SchemaIndex {
  const types = new Map<string, TypeText>();
  const members = new Map<string, InputField[]>();
  const values = new Map<string, string[]>();
  const possible = new Map<string, readonly string[]>();
  const oneOf = new Set<string>();
  for (const line of used.coordinates) {
    const [, holder = '', name = '', type, preset] = lines.member.exec(line) ?? [];
    if (type !== undefined) {
      types.set(`${holder}.${name}`, type);
      getOrCreate(members, holder, () => []).push({ name, type, hasDefault: preset !== undefined });
    } else if (holder !== '') getOrCreate(values, holder, () => []).push(name);
    else {
      const [, name = '', mark, names] = lines.type.exec(line) ?? [];
      if (mark) oneOf.add(name);
      else if (names !== undefined) possible.set(name, names.split(' | '));
    }
  }
  return { types, members, values, possible, oneOf };
}

/** Returns the index of a used schema. */
export const indexOf: (used: UsedSchema) => SchemaIndex = memoizeWeakly(createIndex);
