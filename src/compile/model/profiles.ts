import type { Profile } from '../../core/tool.ts';

/** How schemas are written for a family of clients. One derivation, several hands. */
export interface ProfileRules {
  /** `defs` writes each input type once and refers to it; `inline` repeats it where it is used. */
  readonly references: 'inline' | 'defs';
  /** Whether what may be null says so; otherwise it may only be left out. */
  readonly nullableInputs: boolean;
  /**
   * Whether every property is listed in `required`, for converters that insist on it. Null then
   * stands for what was left out.
   */
  readonly allRequired: boolean;
  /** Whether objects say `additionalProperties: false`. */
  readonly closedObjects: boolean;
  /** Whether `default`, `examples`, `format`, bounds and `@oneOf` are keywords, or text. */
  readonly keywords: boolean;
  /**
   * How a value is written that holds any JSON: `{}`, an open object, or JSON as text. The last two
   * also stand for objects that are not described, for want of room.
   */
  readonly anyJson: 'anything' | 'object' | 'text';
  /** How results of abstract types are written: one merged object, or one a type. */
  readonly abstractOutput: 'merged' | 'perType';
}

/** What every client accepts: no references, no composition, one type a node. */
export const portable: ProfileRules = {
  references: 'inline',
  nullableInputs: true,
  allRequired: false,
  closedObjects: true,
  keywords: false,
  anyJson: 'object',
  abstractOutput: 'merged',
};

/** Everything JSON Schema can say, for clients that read all of it. */
export const full: ProfileRules = {
  references: 'defs',
  nullableInputs: true,
  allRequired: false,
  closedObjects: true,
  keywords: true,
  anyJson: 'anything',
  abstractOutput: 'perType',
};

/** The OpenAPI subset of Gemini's native schemas: no type lists, no `additionalProperties`. */
export const gemini: ProfileRules = {
  references: 'inline',
  nullableInputs: false,
  allRequired: false,
  closedObjects: false,
  keywords: false,
  anyJson: 'text',
  abstractOutput: 'merged',
};

/** OpenAI's strict function calling: every property required, what may be absent is nullable. */
export const openai: ProfileRules = {
  references: 'inline',
  nullableInputs: true,
  allRequired: true,
  closedObjects: true,
  keywords: false,
  anyJson: 'text',
  abstractOutput: 'merged',
};

/** How schemas are written, by profile. */
export const profileRules: { readonly [Name in Profile]: ProfileRules } = {
  portable,
  full,
  gemini,
  openai,
};
