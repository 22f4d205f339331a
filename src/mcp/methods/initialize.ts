import { isJsonObject } from '../../core/json.ts';
import { capabilitiesOf } from '../capabilities.ts';
import { errorCodes } from '../codes.ts';
import type { Method } from '../exchange.ts';
import type { McpOptions } from '../mcp-options.ts';
import type { Params } from '../message.ts';
import { failed, succeeded } from '../reply.ts';
import { negotiate } from '../versions.ts';

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
