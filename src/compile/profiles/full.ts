import type { ProfileRules } from './profile.ts';

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
