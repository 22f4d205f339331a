import type { Diagnostic } from '../core/diagnostic.ts';
import type { Candidate } from './candidate.ts';
import { compileDiagnostic } from './model/diagnostics.ts';

/** The maximum number of tools reported one by one, so that they do not drown other diagnostics. */
const maxReported = 25;

/** Reports the tools without a description. */
export function reportUndescribed(undescribed: readonly Candidate[]): readonly Diagnostic[] {
  const more = undescribed.length - maxReported;
  return [
    ...undescribed.slice(0, maxReported).map(({ source, name }) => {
      const message = `Tool "${name}" has no description; agents see only its title.`;
      return compileDiagnostic('TOOL_UNDESCRIBED', message, { place: source.place, tool: name });
    }),
    ...(more > 0
      ? [
          compileDiagnostic(
            'TOOL_UNDESCRIBED',
            `${more} more ${more === 1 ? 'tool has' : 'tools have'} no description.`,
          ),
        ]
      : []),
  ];
}
