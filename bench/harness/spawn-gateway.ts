import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnServer, type BenchServer } from './spawn-server.ts';
import { temporaryFolder } from './temporary-files.ts';

/**
 * Starts the built gateway before an upstream, as its users do: the command line and a
 * configuration file. `schema` and `operations` are those of `bench/fixture` unless given.
 */
export async function spawnGateway(
  endpoint: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<BenchServer> {
  const config = {
    schema: resolve('bench/fixture/schema.graphql'),
    operations: resolve('bench/fixture/operations/*.graphql'),
    endpoint: `${endpoint}/graphql`,
    server: { port: 0, watch: false },
    ...more,
  };
  const path = join(temporaryFolder(), 'gateway.json');
  writeFileSync(path, JSON.stringify(config));
  return spawnServer(['dist/cli/main.js', 'serve', '--config', path]);
}
