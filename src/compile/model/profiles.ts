import type { Profile } from '../../core/tool.ts';

/** How schemas are written for a family of clients. */
export interface ProfileRules {
  /** `defs` writes each input type once and refers to it; `inline` repeats it where it is used. */
  readonly references: 'inline' | 'defs';
  /** Whether optional values also accept null; otherwise they can only be omitted. */
  readonly nullableInputs: boolean;
  /**
   * Whether all properties are listed in `required`, for converters that require it. Null then counts
   * as omission.
   */
  readonly allRequired: boolean;
  /** Whether objects have `additionalProperties: false`. */
  readonly closedObjects: boolean;
  /** Whether `default`, `examples`, `format`, bounds and `@oneOf` are keywords, or text. */
  readonly keywords: boolean;
  /**
   * How values of any JSON are written: `{}`, an open object, or JSON text. Objects over the budget are
   * written as open objects or JSON text.
   */
  readonly anyJson: 'anything' | 'object' | 'text';
  /** How results of abstract types are written: as one merged object, or one object per type. */
  readonly abstractOutput: 'merged' | 'perType';
}

/** The rules of all profiles. */
export const profileRules: { readonly [Name in Profile]: ProfileRules } = {
  /** All clients: no references, no composition, one type per schema. */
  portable: {
    references: 'inline',
    nullableInputs: true,
    allRequired: false,
    closedObjects: true,
    keywords: false,
    anyJson: 'object',
    abstractOutput: 'merged',
  },
  /** Clients that support all of JSON Schema. */
  full: {
    references: 'defs',
    nullableInputs: true,
    allRequired: false,
    closedObjects: true,
    keywords: true,
    anyJson: 'anything',
    abstractOutput: 'perType',
  },
  /** The OpenAPI subset of Gemini's native schemas: no type lists, no `additionalProperties`. */
  gemini: {
    references: 'inline',
    nullableInputs: false,
    allRequired: false,
    closedObjects: false,
    keywords: false,
    anyJson: 'text',
    abstractOutput: 'merged',
  },
  /** OpenAI's strict function calling: all properties required, and optional ones nullable. */
  openai: {
    references: 'inline',
    nullableInputs: true,
    allRequired: true,
    closedObjects: true,
    keywords: false,
    anyJson: 'text',
    abstractOutput: 'merged',
  },
};
