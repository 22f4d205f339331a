import type { Diagnostic } from '../../core/diagnostic.ts';
import { finding } from '../model/diagnostics.ts';
import type { ParamSettings } from '../model/settings.ts';
import { bindings } from './bound-variables.ts';

/** Options that say how an agent sees an argument. */
const visible = ['name', 'description', 'examples', 'mcpHeader'] as const;

/** Finds settings that bind a variable to nothing or to two things, or describe what nobody sees. */
export function checkBindings(
  variable: string,
  { options, placeOf }: ParamSettings,
  tool: string,
): readonly Diagnostic[] {
  const given = bindings.map(([option]) => option).filter((one) => options[one] !== undefined);
  const [first, second] = given;
  if (first === undefined) return [];
  if (second !== undefined || options[first] === '') {
    const message = second
      ? `$${variable} is bound twice, by ${given.join(' and ')}.`
      : `${first} of $${variable} names nothing.`;
    const context = { place: placeOf(second ?? first), tool };
    const hint = 'Name one claim, header or environment variable.';
    return [finding('error', 'ARGUMENT_BINDING_INVALID', message, hint, context)];
  }
  const unused = visible.filter((option) => options[option] !== undefined);
  const [place] = unused.map(placeOf);
  if (place === undefined) return [];
  const names = unused.join(' and ');
  const message = `What $${variable} says by ${names} has no effect: no agent sees the variable, for ${first} binds it.`;
  const context = { place, tool };
  const hint = `Remove ${names}, or ${first}.`;
  return [finding('warning', 'ARGUMENT_SETTINGS_UNUSED', message, hint, context)];
}
