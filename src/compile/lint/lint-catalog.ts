import type { Diagnostic } from '../../core/diagnostic.ts';
import type { Tool } from '../../core/tool.ts';
import { compileDiagnostic } from '../model/diagnostics.ts';

/** Most tools that clients accept, the strictest last. */
const toolLimits: readonly (readonly [count: number, clients: string])[] = [
  [128, 'the OpenAI API and VS Code'],
  [100, 'Windsurf'],
  [40, 'Cursor'],
];

/** A tenth of a context of 200,000 tokens; above it, some clients hide tools behind a search. */
const tokenLimit = 20_000;

/** Returns whether a diagnostic is one of `lintCatalog`, which applies to one set of tools. */
export function isCatalogDiagnostic({ code }: Diagnostic): boolean {
  return code === 'CATALOG_TOOLS_MANY' || code === 'CATALOG_TOKENS_MANY';
}

/** Checks the number of the listed tools, and the tokens that a model reads for them. */
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
      `The list of tools takes about ${tokens} tokens of a model's context; ${tokenLimit} are a tenth of a large context.`,
    ),
  ];
}
