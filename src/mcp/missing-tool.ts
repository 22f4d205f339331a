import { quotable } from './quotable.ts';
import type { Cell } from '../core/cell.ts';
import { didYouMean } from '../core/suggest.ts';
import type { Catalog, Operation, Tool } from '../core/tool.ts';

/** Removed tools that are remembered; the oldest are forgotten first. */
const maxRemembered = 1_000;
/** Names that one message lists. */
const maxListed = 20;

/** Explains why a name is no tool. */
export interface MissingTools {
  explain(name: string): string;
  close(): void;
}

/**
 * Remembers the tools that reloads removed, so that a client with an old list learns what became of
 * them: most clients read the list once, and go on calling what they saw.
 */
export function createMissingTools(catalog: Cell<Catalog>): MissingTools {
  const removed = new Map<string, Operation>();
  const close = catalog.subscribe((next, previous) => {
    for (const { name, operation } of previous.tools.values()) {
      if (!next.tools.has(name)) removed.set(name, operation);
    }
    for (const name of removed.keys()) {
      if (next.tools.has(name) || removed.size > maxRemembered) removed.delete(name);
    }
  });
  return { explain: (name) => explain(name, removed.get(name), catalog.current), close };
}

function explain(name: string, was: Operation | undefined, { tools }: Catalog): string {
  const short = quotable(name);
  const listed = [...tools.values()].filter((tool) => !tool.hidden);
  const names = listed.map((tool) => tool.name);
  if (!was) return `Unknown tool: ${short}.${didYouMean(name, names)}`;
  const heir = listed.find((tool) => isHeir(tool, was));
  if (heir) return `Tool ${short} is now called ${heir.name}.`;
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  const now = names.length === 0 ? 'none' : names.slice(0, maxListed).join(', ') + more;
  return `Tool ${short} was removed. Tools are now: ${now}.`;
}

function isHeir({ operation }: Tool, was: Operation): boolean {
  return operation.name === was.name || operation.hash === was.hash;
}
