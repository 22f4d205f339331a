import type { ProfileRules } from './profile.ts';

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
