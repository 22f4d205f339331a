import { quotable } from './quotable.ts';
import type { HeaderSource } from '../core/caller.ts';
import { errorCodes } from './codes.ts';
import type { RpcRequest } from './message.ts';
import { readMirroredValue } from './mirrored-value.ts';
import type { RpcError } from './reply.ts';
import { modernRevision } from './versions.ts';

/** The member of `params` that `Mcp-Name` repeats, by method. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * Says what is wrong with a modern request's revision and headers, or nothing.
 *
 * The order matters to clients: a header that contradicts the body comes before a revision that is
 * not served, and that before a header that is missing. A client that speaks a later revision thus
 * learns which revisions are served, whatever else it sends.
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation.
 *
 * @param headers undefined where the transport has none; then only the revision is looked at.
 */
export function modernProblem(
  request: RpcRequest,
  claimed: string,
  headers: HeaderSource | undefined,
): RpcError | undefined {
  const version = headers?.get('mcp-protocol-version') ?? undefined;
  const method = headers?.get('mcp-method') ?? undefined;
  if (version !== undefined && version !== claimed) {
    return mismatch(
      `MCP-Protocol-Version is "${quotable(version)}", but the body says "${quotable(claimed)}".`,
    );
  }
  if (method !== undefined && method !== request.method) {
    return mismatch(
      `Mcp-Method is "${quotable(method)}", but the body says "${quotable(request.method)}".`,
    );
  }
  if (claimed !== modernRevision) return unsupportedVersion(claimed);
  if (!headers) return undefined;
  if (version === undefined) return mismatch('The header MCP-Protocol-Version is missing.');
  if (method === undefined) return mismatch('The header Mcp-Method is missing.');
  return nameProblem(request, headers);
}

/** Revision 2026-07-28 alone can be asked for in this way; the others have their handshake. */
export function unsupportedVersion(requested: string): RpcError {
  return {
    code: errorCodes.UNSUPPORTED_VERSION,
    message: `Protocol version "${quotable(requested)}" is not supported; use ${modernRevision}.`,
    data: { supported: [modernRevision], requested: quotable(requested) },
  };
}

export function mismatch(message: string): RpcError {
  return { code: errorCodes.HEADER_MISMATCH, message: `Header mismatch: ${message}` };
}

function nameProblem({ method, params }: RpcRequest, headers: HeaderSource): RpcError | undefined {
  const member = namedBy.get(method);
  if (member === undefined) return undefined;
  const name = params[member];
  // the method itself says that the name is missing
  if (typeof name !== 'string') return undefined;
  const header = readMirroredValue(headers.get('mcp-name'));
  switch (header.kind) {
    case 'absent':
      return mismatch('The header Mcp-Name is missing.');
    case 'invalid':
      return mismatch('Mcp-Name has characters that must be written as Base64, or broken Base64.');
    case 'text':
      if (header.text === name) return undefined;
      return mismatch(
        `Mcp-Name is "${quotable(header.text)}", but the body says "${quotable(name)}".`,
      );
  }
}
