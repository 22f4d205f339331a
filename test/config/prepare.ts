import { GatewayError } from '../../src/core/diagnostic.ts';
import { parseConfig } from '../../src/config/source.ts';
import { prepareOptions, type PreparedOptions } from '../../src/config/load.ts';
import type { ProcessEnv } from '../../src/config/env.ts';

/** Prepares the text of a `gateway.yaml`. */
export function prepare(text: string, env: ProcessEnv = {}): PreparedOptions {
  return prepareOptions(parseConfig(text, 'gateway.yaml'), env);
}

/** The lines of the error that an attempt throws, one for each diagnostic. */
export async function refusalOf(attempt: () => unknown): Promise<readonly string[]> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof GatewayError) return error.message.split('\n');
    throw error;
  }
  return [];
}
