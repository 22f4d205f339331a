import { capabilitiesOf } from '../capabilities.ts';
import type { Method } from '../exchange.ts';
import type { McpOptions } from '../mcp-options.ts';
import { succeeded } from '../reply.ts';
import type { ResultWriter } from '../result-writer.ts';
import { modernRevision } from '../versions.ts';

/**
 * `server/discover`: what the modern era has in place of a handshake.
 *
 * `supportedVersions` holds the stateless revision only: clients retry with one of them in the same
 * form, which the others do not have.
 */
export function createDiscover(options: McpOptions, writer: ResultWriter): Method {
  const supported = JSON.stringify([modernRevision]);
  const capabilities = JSON.stringify(capabilitiesOf(options, true));
  const { instructions } = options;
  const members =
    `"supportedVersions":${supported},"capabilities":${capabilities}` +
    (instructions === undefined ? '' : `,"instructions":${JSON.stringify(instructions)}`);
  const outcome = succeeded(writer.writeCacheable(modernRevision, members));
  return function discover() {
    return outcome;
  };
}
