import { estimateTokens } from '../../compile/estimate-tokens.ts';
import type { Catalog, Tool } from '../../core/tool.ts';
import { isSameSchema } from './same-schema.ts';
import type { Surface, SurfaceTool } from './surface.ts';

const encoder = new TextEncoder();

/** What the list of tools costs a model to read, in tokens; hidden tools are not in it. */
export function tokensOfCatalog({ tools }: Catalog): number {
  const listed = [...tools.values()].filter(({ hidden }) => !hidden);
  return listed.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0);
}

/** The same of tools as they were, by the measure of compiling; those that are the same cost the same. */
export function tokensOf({ tools }: Surface, now: Catalog): number {
  const listed = [...tools.values()].filter(({ inside }) => inside?.hidden !== true);
  return listed.reduce((sum, tool) => sum + tokensOfTool(tool, now.tools.get(tool.name)), 0);
}

function tokensOfTool(tool: SurfaceTool, now: Tool | undefined): number {
  if (now && shown.every((member) => isSameSchema(tool[member], now[member]))) {
    return now.estimatedTokens;
  }
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  const seen = { title, description, annotations, inputSchema, outputSchema };
  return estimateTokens(name, encoder.encode(JSON.stringify(seen)).length);
}

const shown = ['title', 'description', 'annotations', 'inputSchema', 'outputSchema'] as const;
