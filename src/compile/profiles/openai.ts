import type { ProfileRules } from './profile.ts';

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
