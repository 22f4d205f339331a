import { estimateTokens } from '../compile/estimate-tokens.ts';
import type { Catalog } from '../core/tool.ts';
import type { Surface, SurfaceTool } from './surface.ts';

const encoder = new TextEncoder();

/** What the list of tools costs a model to read, in tokens; hidden tools are not in it. */
export function tokensOfCatalog({ tools }: Catalog): number {
  const listed = [...tools.values()].filter(({ hidden }) => !hidden);
  return listed.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0);
}

/** The same of tools as they were, by the measure of compiling. */
export function tokensOf({ tools }: Surface): number {
  const listed = [...tools.values()].filter(({ inside }) => inside?.hidden !== true);
  return listed.reduce((sum, tool) => sum + tokensOfTool(tool), 0);
}

function tokensOfTool(tool: SurfaceTool): number {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  const seen = { title, description, annotations, inputSchema, outputSchema };
  return estimateTokens(name, encoder.encode(JSON.stringify(seen)).length);
}
