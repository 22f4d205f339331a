import type { ObjectSchema } from '../core/json-schema.ts';
import { GatewayError } from '../core/gateway-error.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { notify, request, unreachable, type McpClient } from './mcp-client.ts';
import type { Surface, SurfaceTool } from './surface.ts';

/** How a running gateway is asked. */
export interface FetchOptions {
  /** Bearer token, where it needs one. */
  readonly token?: string;
  readonly signal: AbortSignal;
}

/** Stateless; the first revision that tells which arguments clients mirror in headers. */
const modernVersion = '2026-07-28';
const legacyVersion = '2025-11-25';

/** More pages than this are not a list of tools any more. */
const maxPages = 1_000;

/**
 * Asks a running gateway for its tools, page by page: as a client of protocol revision 2026-07-28, and
 * where that is not understood after a handshake of 2025-11-25. Any MCP server over Streamable HTTP
 * will do.
 *
 * Throws a `GatewayError` when it does not answer as it should.
 */
export async function fetchSurface(url: string, options: FetchOptions): Promise<Surface> {
  try {
    return await askModern(url, options);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return await askLegacy(url, options);
  }
}

async function askModern(url: string, options: FetchOptions): Promise<Surface> {
  const client = clientOf(url, options, modernVersion);
  client.headers.set('mcp-method', 'tools/list');
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  const { tools, last } = await listTools(client, { _meta });
  // a server of an earlier revision that asks for no handshake would leave the headers out
  if (ownMember(last, 'resultType') !== 'complete') throw unreachable(url, 'It is an older one.');
  const meta = ownMember(last, '_meta');
  const info = isJsonObject(meta) && ownMember(meta, 'io.modelcontextprotocol/serverInfo');
  return { tools, gateway: versionOf(info), schemas: new Map() };
}

async function askLegacy(url: string, options: FetchOptions): Promise<Surface> {
  const client = clientOf(url, options, legacyVersion);
  const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
  const started = await request(client, 'initialize', params);
  await notify(client, 'notifications/initialized');
  const { tools } = await listTools(client, {});
  const gateway = versionOf(ownMember(started, 'serverInfo'));
  return { tools, gateway, schemas: new Map(), tellsHeaders: false };
}

const clientInfo = { name: 'graphql-mcp-gateway-check', version: '1' };

function clientOf(url: string, options: FetchOptions, version: string): McpClient {
  return { ...options, url, headers: new Headers({ 'mcp-protocol-version': version }), nextId: 1 };
}

interface Listed {
  readonly tools: ReadonlyMap<string, SurfaceTool>;
  /** The answer that had the last page. */
  readonly last: object;
}

async function listTools(client: McpClient, params: object): Promise<Listed> {
  const tools = new Map<string, SurfaceTool>();
  let cursor: unknown;
  let last: object = {};
  for (let page = 0; page < maxPages; page++) {
    const paged = cursor === undefined ? params : { ...params, cursor };
    last = await request(client, 'tools/list', paged);
    for (const tool of toolsOf(last, client.url)) tools.set(tool.name, tool);
    cursor = ownMember(last, 'nextCursor');
    if (typeof cursor !== 'string') break;
  }
  return { tools, last };
}

function toolsOf(answer: object, url: string): readonly SurfaceTool[] {
  const tools = ownMember(answer, 'tools');
  if (!Array.isArray(tools)) throw unreachable(url, 'It answers tools/list without tools.');
  return tools.map((tool: unknown) => {
    const read = isJsonObject(tool) ? toolOf(tool) : undefined;
    if (!read) throw unreachable(url, 'It lists a tool without a name or an input schema.');
    return read;
  });
}

function toolOf(tool: object): SurfaceTool | undefined {
  const name = ownMember(tool, 'name');
  const inputSchema = ownMember(tool, 'inputSchema');
  const outputSchema = ownMember(tool, 'outputSchema');
  const annotations = ownMember(tool, 'annotations');
  if (typeof name !== 'string' || !isJsonObject(inputSchema)) return undefined;
  return {
    name,
    title: textOf(tool, 'title'),
    description: textOf(tool, 'description'),
    annotations: isJsonObject(annotations) ? annotations : {},
    inputSchema: asObject(inputSchema),
    ...(isJsonObject(outputSchema) && { outputSchema: asObject(outputSchema) }),
  };
}

/** Members may be missing in a schema from elsewhere. */
function asObject(schema: object): ObjectSchema {
  return { properties: {}, ...schema, type: 'object' };
}

function textOf(holder: object, name: string): string {
  const value = ownMember(holder, name);
  return typeof value === 'string' ? value : '';
}

function versionOf(info: unknown): string {
  return isJsonObject(info) ? textOf(info, 'version') : '';
}
