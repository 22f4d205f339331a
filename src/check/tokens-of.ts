import { estimateTokens } from '../compile/estimate-tokens.ts';
import type { Surface, SurfaceTool } from './surface.ts';

const encoder = new TextEncoder();

/** What the list of tools costs a model to read, in tokens; hidden tools are not in it. */
export function tokensOf({ tools }: Surface): number {
  const listed = [...tools.values()].filter(({ inside }) => inside?.hidden !== true);
  return listed.reduce((sum, tool) => sum + tokensOfTool(tool), 0);
}

/** The measure of compiling, so that both sides are measured alike. */
function tokensOfTool(tool: SurfaceTool): number {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  const seen = { title, description, annotations, inputSchema, outputSchema };
  return estimateTokens(name, encoder.encode(JSON.stringify(seen)).length);
}
