import type { Diagnostic } from '../../core/diagnostic.ts';
import type { Tool } from '../../core/tool.ts';
import { compileDiagnostic } from '../model/diagnostics.ts';

/** How many tools clients take, the strictest first. */
const toolLimits: readonly (readonly [count: number, clients: string])[] = [
  [128, 'the OpenAI API and VS Code'],
  [100, 'Windsurf'],
  [40, 'Cursor'],
];

/** A tenth of a context of 200,000 tokens: some clients then hide tools behind a search. */
const tokenLimit = 20_000;

/** Whether a finding is one of `lintCatalog`, which holds for one set of tools only. */
export function isCatalogFinding({ code }: Diagnostic): boolean {
  return code === 'CATALOG_TOOLS_MANY' || code === 'CATALOG_TOKENS_MANY';
}

/** Looks at all listed tools together: how many there are, and what they cost a model to read. */
export function lintCatalog(listed: readonly Tool[]): readonly Diagnostic[] {
  const tokens = listed.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0);
  return [...lintCount(listed.length), ...lintTokens(tokens)];
}

function lintCount(count: number): readonly Diagnostic[] {
  const exceeded = toolLimits.filter(([limit]) => count > limit);
  if (exceeded.length === 0) return [];
  const clients = exceeded.map(([limit, names]) => `${limit} (${names})`).reverse();
  return [
    compileDiagnostic(
      'CATALOG_TOOLS_MANY',
      `There are ${count} tools; some clients accept at most ${clients.join(', ')}.`,
    ),
  ];
}

function lintTokens(tokens: number): readonly Diagnostic[] {
  if (tokens <= tokenLimit) return [];
  return [
    compileDiagnostic(
      'CATALOG_TOKENS_MANY',
      `The list of tools takes about ${tokens} tokens of a model's context; ${tokenLimit} are a tenth of a large one.`,
    ),
  ];
}
