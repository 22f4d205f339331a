import type { HeaderSource } from '../core/caller.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import type { Tool } from '../core/tool.ts';
import type { RpcError } from './reply.ts';
import { echoable, errorCodes, type RpcRequest } from './message.ts';
import { modernRevision } from './versions.ts';

/** An argument that clients repeat in a header, for those on the way who route by it. */
interface HeaderParam {
  /** Names from the root of the arguments. */
  readonly path: readonly string[];
  /** `Mcp-Param-…` */
  readonly header: string;
}

const found = new WeakMap<Tool, readonly HeaderParam[]>();

/**
 * Says which `Mcp-Param-*` header contradicts its argument, or nothing.
 *
 * | argument        | header         | verdict                                                 |
 * | --------------- | -------------- | ------------------------------------------------------- |
 * | value           | equal          | right; integers are compared as numbers                 |
 * | value           | missing, other | mismatch                                                |
 * | null or absent  | missing        | right                                                   |
 * | null or absent  | there          | mismatch: whoever routed by it took it for the argument |
 * | object or array | any            | right here; the argument itself is refused later        |
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers.
 */
export function headerParamProblem(
  tool: Tool,
  args: unknown,
  headers: HeaderSource,
): RpcError | undefined {
  for (const { path, header } of headerParamsOf(tool)) {
    const value = valueAt(args, path);
    if (typeof value === 'object' && value !== null) continue;
    const told = readMirroredValue(headers.get(header));
    const given = value !== undefined && value !== null;
    if (told.kind === 'invalid') return mismatch(`${header} cannot be read.`);
    if (!given && told.kind === 'absent') continue;
    if (!given) return mismatch(`${header} is there, but the argument is not.`);
    if (told.kind === 'absent') return mismatch(`The header ${header} is missing.`);
    if (!equals(told.text, value)) return mismatch(`${header} is not the argument's value.`);
  }
  return undefined;
}

/** The schema as revisions see it that know no `x-mcp-header`. */
export function withoutHeaderParams<Schema extends JsonSchema>(tool: Tool, schema: Schema): Schema {
  return headerParamsOf(tool).length === 0 ? schema : strip(schema);
}

function headerParamsOf(tool: Tool): readonly HeaderParam[] {
  const known = found.get(tool);
  if (known) return known;
  const params = [...collect(tool.inputSchema, [])];
  found.set(tool, params);
  return params;
}

/** The protocol allows the annotation on nothing that is not reached by `properties` alone. */
function* collect(schema: JsonSchema, path: readonly string[]): Generator<HeaderParam> {
  const name = schema['x-mcp-header'];
  if (name !== undefined) yield { path, header: `Mcp-Param-${name}` };
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    yield* collect(property, [...path, key]);
  }
}

function strip<Schema extends JsonSchema>(schema: Schema): Schema {
  const { 'x-mcp-header': _, ...rest } = schema;
  if (!rest.properties) return rest as Schema;
  const entries = Object.entries(rest.properties).map(([key, value]) => [key, strip(value)]);
  return { ...rest, properties: Object.fromEntries(entries) } as Schema;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) value = isJsonObject(value) ? ownMember(value, key) : undefined;
  return value;
}

function equals(text: string, value: unknown): boolean {
  if (typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === value;
  return text === String(value);
}

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

/** Revision 2026-07-28 alone can be asked for in this way; the others have their handshake. */
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
        `Mcp-Name is "${echoable(header.text)}", but the body says "${echoable(name)}".`,
      );
  }
}

/** What a header that repeats a value of the body says. */
export type MirroredValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Characters that no header may carry as they are, or Base64 that is none. */
  | { readonly kind: 'invalid' };

/**
 * Reads a header value that may be written as `=?base64?…?=`, the form for what is not plain ASCII.
 *
 * The markers are lower case, and must both be there; anything else is taken as it stands.
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding.
 */
export function readMirroredValue(value: string | null | undefined): MirroredValue {
  if (value === null || value === undefined) return { kind: 'absent' };
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value);
  const text = encoded ? decodeBase64(encoded[1] ?? '') : plain(value);
  return text === undefined ? { kind: 'invalid' } : { kind: 'text', text };
}

function plain(value: string): string | undefined {
  return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
}

/** `atob` forgives missing padding and white space; two peers must not read one value differently. */
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
