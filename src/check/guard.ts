import type { GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { sha256Hex } from '../core/text.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import { changeOf } from './diff/change.ts';
import { checkCodes, type CheckCode } from './surface/check-codes.ts';
import { surfaceOf } from './surface/compile-surface.ts';
import type { Surface } from './surface/surface.ts';
import { createToolComparison, type ToolComparison } from './diff/tool-comparison.ts';

/** A catalog reduced to what its lock allows. */
export interface Guarded {
  /** The catalog without the tools that the lock does not allow. */
  readonly catalog: Catalog;
  /** One error for each tool left out. */
  readonly refused: readonly Diagnostic[];
}

/**
 * Removes the tools that a lock does not allow: new ones, and those with a breaking or dangerous change. A
 * safe change passes, because every call works as before, every answer matches the reviewed contract, and
 * the texts by which tools are chosen and approved are the reviewed ones.
 */
export function allowedByLock(
  catalog: Catalog,
  lock: Surface,
  schemas: ReadonlyMap<string, GraphQLSchema>,
): Guarded {
  const tools = [...catalog.tools.values()];
  const next = surfaceOf(catalog, { gateway: lock.gateway, schemas });
  const { diff } = createToolComparison(lock, next);
  const findings = new Map(tools.map((tool) => [tool, refusalOf(tool, lock, next, diff)] as const));
  const refused = [...findings.values()].flatMap((finding) => finding ?? []);
  if (refused.length === 0) return { catalog, refused };
  const allowed = tools.filter((tool) => findings.get(tool) === undefined);
  return {
    catalog: {
      ...catalog,
      tools: new Map(allowed.map((tool) => [tool.name, tool])),
      skipped: [...catalog.skipped, ...refused],
      skippedCount: catalog.skippedCount + refused.length,
      fingerprint: sha256Hex([catalog.fingerprint, ...allowed.map(({ name }) => name)].join('\n')),
      estimatedTokens: allowed.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
    },
    refused,
  };
}

function refusalOf(
  tool: Tool,
  lock: Surface,
  next: Surface,
  diff: ToolComparison['diff'],
): Diagnostic | undefined {
  const locked = lock.tools.get(tool.name);
  const now = next.tools.get(tool.name);
  if (!locked || !now) {
    return refusal('TOOL_NOT_LOCKED', tool, `"${tool.name}" is not in the lock.`);
  }
  const [worst, ...others] = diff(locked, now)
    .map((found) => changeOf(tool.name, found))
    .filter(({ severity }) => severity !== 'safe');
  if (!worst) return undefined;
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  const message = `"${tool.name}" differs from the lock. ${worst.message}${more}`;
  return refusal('TOOL_DIFFERS_FROM_LOCK', tool, message);
}

function refusal(code: CheckCode, { name, place }: Tool, message: string): Diagnostic {
  return { code, severity: 'error', message, hint: checkCodes[code].advice, tool: name, place };
}
