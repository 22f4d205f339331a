/**
 * Names that every JavaScript object inherits: `constructor`, `toString`, `__proto__` and their like.
 *
 * Where a key of such a name is absent, validators written in JavaScript, those of the official SDK
 * among them, look at what is inherited, and refuse what is legal.
 */
export const inheritedNames: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype),
);
