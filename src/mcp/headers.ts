import type { HeaderSource } from '../core/call.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import { memberAt } from '../core/json.ts';
import { memoizeWeakly } from '../core/memo.ts';
import type { Tool } from '../core/tool.ts';
import { echoable, errorCodes, type RpcRequest } from './message.ts';
import type { RpcError } from './reply.ts';
import { modernRevision } from './versions.ts';

/** The member of `params` that `Mcp-Name` repeats, by method. */
const nameMembers: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * Checks the revision and the headers of a modern request.
 *
 * The order matters to clients: first a header that contradicts the body, then an unsupported
 * revision, then a missing header. A client of a later revision thus learns which revisions are
 * supported, whatever else it sends.
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation.
 *
 * @param headers undefined if the transport has none; then only the revision is checked.
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
      `MCP-Protocol-Version is "${echoable(version)}", but the body says "${echoable(claimed)}".`,
    );
  }
  if (method !== undefined && method !== request.method) {
    return mismatch(
      `Mcp-Method is "${echoable(method)}", but the body says "${echoable(request.method)}".`,
    );
  }
  if (claimed !== modernRevision) return unsupportedVersion(claimed);
  if (!headers) return undefined;
  if (version === undefined) return mismatch('The header MCP-Protocol-Version is missing.');
  if (method === undefined) return mismatch('The header Mcp-Method is missing.');
  return nameProblem(request, headers);
}

/** Lists only 2026-07-28 as supported, because the other revisions require a handshake. */
export function unsupportedVersion(requested: string): RpcError {
  return {
    code: errorCodes.UNSUPPORTED_VERSION,
    message: `Protocol version "${echoable(requested)}" is not supported; use ${modernRevision}.`,
    data: { supported: [modernRevision], requested: echoable(requested) },
  };
}

export function mismatch(message: string): RpcError {
  return { code: errorCodes.HEADER_MISMATCH, message: `Header mismatch: ${message}` };
}

function nameProblem({ method, params }: RpcRequest, headers: HeaderSource): RpcError | undefined {
  const member = nameMembers.get(method);
  if (member === undefined) return undefined;
  const name = params[member];
  // the method reports a missing name
  if (typeof name !== 'string') return undefined;
  const header = readHeaderValue(headers.get('mcp-name'));
  switch (header.kind) {
    case 'absent':
      return mismatch('The header Mcp-Name is missing.');
    case 'invalid':
      return mismatch('Mcp-Name contains invalid Base64, or characters that require Base64.');
    case 'text':
      if (header.text === name) return undefined;
      return mismatch(
        `Mcp-Name is "${echoable(header.text)}", but the body says "${echoable(name)}".`,
      );
  }
}

/** An argument that clients repeat in a header, so that intermediaries can route by it. */
interface HeaderParam {
  /** Names from the root of the arguments. */
  readonly path: readonly string[];
  /** `Mcp-Param-…` */
  readonly header: string;
}

/**
 * Checks that the `Mcp-Param-*` headers match their arguments.
 *
 * | argument        | header         | verdict                                                 |
 * | --------------- | -------------- | ------------------------------------------------------- |
 * | value           | equal          | valid; integers are compared as numbers                 |
 * | value           | missing, other | mismatch                                                |
 * | null or absent  | missing        | valid                                                   |
 * | null or absent  | present        | mismatch: an intermediary may have routed by it         |
 * | object or array | any            | valid here; the argument is refused later               |
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers.
 */
export function headerParamProblem(
  tool: Tool,
  args: unknown,
  headers: HeaderSource,
): RpcError | undefined {
  for (const { path, header } of headerParamsOf(tool)) {
    const value = memberAt(args, path);
    if (typeof value === 'object' && value !== null) continue;
    const mirrored = readHeaderValue(headers.get(header));
    const hasValue = value !== undefined && value !== null;
    if (mirrored.kind === 'invalid') return mismatch(`${header} cannot be read.`);
    if (!hasValue && mirrored.kind === 'absent') continue;
    if (!hasValue) return mismatch(`${header} is present, but the argument is missing.`);
    if (mirrored.kind === 'absent') return mismatch(`The header ${header} is missing.`);
    if (!equals(mirrored.text, value)) return mismatch(`${header} is not the argument's value.`);
  }
  return undefined;
}

/** The schema for revisions that do not define `x-mcp-header`. */
export function withoutHeaderParams<Schema extends JsonSchema>(tool: Tool, schema: Schema): Schema {
  return headerParamsOf(tool).length === 0 ? schema : withoutAnnotations(schema);
}

const headerParamsOf = memoizeWeakly((tool: Tool): readonly HeaderParam[] => [
  ...annotatedIn(tool.inputSchema, []),
]);

/** The protocol allows the annotation only where it is reached by `properties` alone. */
function* annotatedIn(schema: JsonSchema, path: readonly string[]): Generator<HeaderParam> {
  const name = schema['x-mcp-header'];
  if (name !== undefined) yield { path, header: `Mcp-Param-${name}` };
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    yield* annotatedIn(property, [...path, key]);
  }
}

function withoutAnnotations<Schema extends JsonSchema>(schema: Schema): Schema {
  const { 'x-mcp-header': _, ...rest } = schema;
  if (!rest.properties) return rest as Schema;
  const entries = Object.entries(rest.properties).map(([key, value]) => [
    key,
    withoutAnnotations(value),
  ]);
  return { ...rest, properties: Object.fromEntries(entries) } as Schema;
}

function equals(text: string, value: unknown): boolean {
  if (typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === value;
  return text === String(value);
}

/** The value of a header that repeats a value of the body. */
export type HeaderValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Characters that require Base64, or invalid Base64. */
  | { readonly kind: 'invalid' };

/**
 * Reads a header value, which may be written as `=?base64?…?=` if it is not plain ASCII.
 *
 * Both markers are required, in lower case; any other value is plain text.
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding.
 */
export function readHeaderValue(value: string | null | undefined): HeaderValue {
  if (value === null || value === undefined) return { kind: 'absent' };
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value);
  const text = encoded ? decodeBase64(encoded[1] ?? '') : plain(value);
  return text === undefined ? { kind: 'invalid' } : { kind: 'text', text };
}

function plain(value: string): string | undefined {
  return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
}

/** Strict, unlike `atob`, because intermediaries must not read the value differently. */
function decodeBase64(value: string): string | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)) {
    return undefined;
  }
  const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
