import type { Profile } from '../../core/tool.ts';
import { full } from './full.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import { portable } from './portable.ts';
import type { ProfileRules } from './profile.ts';

/** How schemas are written, by profile. */
export const profileRules: { readonly [Name in Profile]: ProfileRules } = {
  portable,
  full,
  gemini,
  openai,
};
