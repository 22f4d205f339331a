import { isJsonObject } from '../core/json.ts';
import type { McpOptions, Method } from './context.ts';
import { errorCodes, type Params } from './message.ts';
import { cacheable, failed, membersOf, succeeded } from './reply.ts';
import { modernRevision, negotiate } from './versions.ts';

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
    return succeeded(membersOf(result));
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
 * `server/discover`: replaces the handshake in the modern era.
 *
 * `supportedVersions` contains only the stateless revision: clients retry with one of them in the
 * same form, which the other revisions do not have.
 */
export function createDiscover(options: McpOptions): Method {
  const { instructions } = options;
  const capabilities = capabilitiesOf(options, true);
  const supportedVersions = [modernRevision];
  const outcome = cacheable(membersOf({ supportedVersions, capabilities, instructions }));
  return () => outcome;
}

/** @param listChanged whether a change of the tool list can be sent to the client. */
function capabilitiesOf({ resources, prompts }: McpOptions, listChanged: boolean): object {
  return {
    tools: { listChanged },
    ...(resources && { resources: {} }),
    ...(prompts && { prompts: {} }),
  };
}

const empty = succeeded('');

/** `ping`: answered immediately. */
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
 * No log message is sent to clients, and the capability is not advertised. Some clients set a level
 * anyway, and show a refusal to their user as an error.
 */
export const setLevel: Method = ({ request }) => {
  const { level } = request.params;
  if (levels.some((name) => name === level)) return empty;
  return failed(errorCodes.INVALID_PARAMS, `"level" must be one of ${levels.join(', ')}.`);
};
