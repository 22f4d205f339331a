import type { Tool } from '../core/tool.ts';
import { withoutHeaderParams } from './header-params.ts';
import type { Features } from './versions.ts';

/** Writes a tool as `tools/list` shows it to a revision; members it does not know are left out. */
export function wireTool(tool: Tool, features: Features): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return JSON.stringify({
    name,
    title: features.title ? title : undefined,
    description,
    inputSchema: features.headerParams ? inputSchema : withoutHeaderParams(tool, inputSchema),
    outputSchema: features.structured ? outputSchema : undefined,
    annotations: features.annotations ? annotations : undefined,
  });
}
