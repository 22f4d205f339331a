/** How schemas are written for a family of clients. One derivation, several hands. */
export interface ProfileRules {
  /** `defs` writes each input type once and refers to it; `inline` repeats it where it is used. */
  readonly references: 'inline' | 'defs';
  /** Whether an argument that may be left out also says that it may be null. */
  readonly nullableInputs: boolean;
  /**
   * Whether every property is listed in `required`, for converters that insist on it. Null then
   * stands for what was left out.
   */
  readonly allRequired: boolean;
  /** Whether objects say `additionalProperties: false`. */
  readonly closedObjects: boolean;
  /** Whether `default`, `format`, bounds and patterns are keywords; otherwise they are text. */
  readonly keywords: boolean;
  /** How a scalar that holds any JSON is written. */
  readonly anyJson: 'anything' | 'object' | 'text';
  /** How results of abstract types are written: one merged object, or one a type. */
  readonly abstractOutput: 'merged' | 'perType';
}
