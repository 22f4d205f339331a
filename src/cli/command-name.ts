import type { Environment } from '../config/env.ts';

/** How the gateway was started and is to be started again: npm says when it was by `npx`. */
export function commandName(env: Environment): string {
  return env['npm_command'] === 'exec' ? 'npx graphql-mcp-gateway' : 'graphql-mcp-gateway';
}
