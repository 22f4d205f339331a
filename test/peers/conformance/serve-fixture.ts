import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { createGateway } from '../../../src/gateway/create-gateway.ts';
import type { Gateway } from '../../../src/gateway/gateway.ts';

/** A picture of one pixel, PNG. */
const redDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound of one sample, WAV. */
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==';

/** A gateway whose tools and prompts are those that the conformance suite asks for. */
export interface ServedFixture {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the fixture, from a copy of its folder, for the suite changes the list of tools. */
export async function serveFixture(): Promise<ServedFixture> {
  const baseDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  await cp(join(import.meta.dirname, 'fixture'), baseDir, { recursive: true });
  const extra = join(baseDir, 'operations', 'test_extra.graphql');
  let hasExtra = false;
  const gateway: Gateway = await createGateway({
    schema: makeExecutableSchema({
      typeDefs: await readFile(join(baseDir, 'schema.graphql'), 'utf8'),
      resolvers: {
        Query: {
          simpleText: () => 'This is a simple text response for testing.',
          picture: () => redDot,
          sound: () => silence,
          failing() {
            throw new Error('This tool intentionally returns an error for testing');
          },
          slow: () => setTimeout(32_000, true),
          routed: (_: unknown, { region }: { region: string }) => region,
        },
        Mutation: {
          async changeTools() {
            hasExtra = !hasExtra;
            if (hasExtra) await writeFile(extra, 'query test_extra { simpleText }');
            else await rm(extra);
            return (await gateway.reload()).ok;
          },
        },
      },
    }),
    operations: 'operations/*.graphql',
    prompts: 'prompts/*.md',
    resources: true,
    baseDir,
    server: { port: 0, drainMs: 1_000 },
  });
  const server = await gateway.listen();
  return {
    url: `${server.url}/mcp`,
    async close() {
      await gateway.close();
      await server.close();
      await rm(baseDir, { recursive: true });
    },
  };
}
