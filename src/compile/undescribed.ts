import type { Diagnostic } from '../core/diagnostic.ts';
import type { Candidate } from './candidate.ts';
import { finding } from './model/diagnostics.ts';

/** Tools that are told one by one; an API without descriptions would bury everything else. */
const mostTold = 25;

const hint = 'Write a comment above the operation, or use @mcpTool(description:).';

/** Tells which tools an agent can choose by their titles alone. */
export function tellUndescribed(undescribed: readonly Candidate[]): readonly Diagnostic[] {
  const more = undescribed.length - mostTold;
  return [
    ...undescribed.slice(0, mostTold).map(({ source, name }) => {
      const message = `Nothing says what "${name}" does: agents choose it by its title alone.`;
      const context = { place: source.place, tool: name };
      return finding('info', 'TOOL_UNDESCRIBED', message, hint, context);
    }),
    ...(more > 0
      ? [finding('info', 'TOOL_UNDESCRIBED', `Nothing says what ${more} more tools do.`, hint)]
      : []),
  ];
}
