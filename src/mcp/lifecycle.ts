import { isJsonObject } from '../core/json.ts';
import { errorCodes, type Params } from './message.ts';
import type { Method, McpOptions } from './context.ts';
import { failed, succeeded, type ResultWriter } from './reply.ts';
import { negotiate, modernRevision } from './versions.ts';

/** `initialize`: the handshake of the legacy era. */
export function createInitialize(options: McpOptions): Method {
  const { info, instructions } = options;
  return function initialize({ request, exchange }) {
    const problem = problemOf(request.params);
    if (problem) return failed(errorCodes.INVALID_PARAMS, problem);
    const result = {
      protocolVersion: negotiate(String(request.params.protocolVersion)),
      capabilities: capabilitiesOf(options, exchange.listChanged),
      serverInfo: { name: info.name, version: info.version },
      instructions,
    };
    return succeeded(JSON.stringify(result));
  };
}

function problemOf({ protocolVersion, capabilities, clientInfo }: Params): string | undefined {
  if (typeof protocolVersion !== 'string') return '"protocolVersion" must be a string.';
  if (!isJsonObject(capabilities)) return '"capabilities" must be an object.';
  if (!isJsonObject(clientInfo)) return '"clientInfo" must be an object.';
  if (typeof clientInfo.name !== 'string') return '"clientInfo.name" must be a string.';
  if (typeof clientInfo.version !== 'string') return '"clientInfo.version" must be a string.';
  return undefined;
}

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

const empty = succeeded('{}');

/** `ping`: answered at once. */
export const ping: Method = () => empty;

/** The levels of RFC 5424. */
const levels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/**
 * `logging/setLevel`: accepted, with no effect.
 *
 * No log message is ever sent to clients, and the capability is not advertised. Some clients set a
 * level all the same, and show a refusal to their user as an error.
 */
export const setLevel: Method = ({ request }) => {
  const { level } = request.params;
  if (levels.some((known) => known === level)) return succeeded('{}');
  return failed(errorCodes.INVALID_PARAMS, `"level" must be one of ${levels.join(', ')}.`);
};

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
