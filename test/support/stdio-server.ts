/** The fixture's gateway over standard input and output: what a client that spawns servers starts. */
import { serveStdio } from '../../src/serve/stdio.ts';
import { createFixtureGateway } from './fixture-gateway.ts';

await serveStdio({
  mcp: createFixtureGateway().mcp,
  input: process.stdin,
  output: process.stdout,
  maxMessageBytes: 1_048_576,
  drainMs: 1_000,
});
