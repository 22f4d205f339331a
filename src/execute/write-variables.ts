import { replaceLoneSurrogates } from '../core/json.ts';

/** Writes a call's variables as JSON. */
export function writeVariables(variables: Readonly<Record<string, unknown>>): string {
  return replaceLoneSurrogates(JSON.stringify(variables));
}
