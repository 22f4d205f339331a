import type { ProfileRules } from './profile.ts';

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
