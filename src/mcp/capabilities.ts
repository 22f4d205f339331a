import type { McpOptions } from './mcp-options.ts';

/**
 * What the server says it can do.
 *
 * @param listChanged whether a change of the tool list can reach the client; never said where it
 *   cannot.
 */
export function capabilitiesOf({ resources, prompts }: McpOptions, listChanged: boolean): object {
  return {
    tools: { listChanged },
    ...(resources && { resources: {} }),
    ...(prompts && { prompts: {} }),
  };
}
