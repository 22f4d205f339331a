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
