import { GatewayError } from '../../src/core/diagnostic.ts';
import { parseConfig } from '../../src/config/parse-config.ts';
import { prepareOptions, type PreparedOptions } from '../../src/config/load-config.ts';
import type { Environment } from '../../src/config/expand-env.ts';

/** Prepares the text of a `gateway.yaml`. */
export function prepare(text: string, env: Environment = {}): PreparedOptions {
  return prepareOptions(parseConfig(text, 'gateway.yaml'), env);
}

/** What a person reads when something is refused: a line for each finding. */
export async function refusalOf(attempt: () => unknown): Promise<readonly string[]> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof GatewayError) return error.message.split('\n');
    throw error;
  }
  return [];
}
