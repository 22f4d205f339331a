import type { ObjectSchema } from '../../core/json-schema.ts';
import { GatewayError } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { plainText } from '../../core/text.ts';
import { notify, request, shownText, unreachable, type McpClient } from './mcp-client.ts';
import { schemaFault, type SchemaFault } from '../schema/schema-fault.ts';
import type { Surface, SurfaceTool } from '../surface/surface.ts';

/** How a running gateway is asked. */
export interface FetchOptions {
  /** Bearer token, where it needs one. */
  readonly token?: string | undefined;
  /** @default gives up after half a minute */
  readonly signal?: AbortSignal;
}

/** How long a running gateway may take to list its tools, in milliseconds. */
const timeoutMs = 30_000;

/** Whether a text is the URL of a gateway, and no file or revision. */
export function isUrl(against: string): boolean {
  return /^https?:\/\//i.test(against);
}

/** Stateless; the first revision that tells which arguments clients mirror in headers. */
const modernVersion = '2026-07-28';
const legacyVersion = '2025-11-25';

/** Longer names than this are none: the protocol advises 128 characters at most. */
const maxNameLength = 256;
/** More pages than this are not a list of tools any more. */
const maxPages = 1_000;

/**
 * Asks a running gateway for its tools, page by page: as a client of protocol revision 2026-07-28, and
 * where that is not understood after a handshake of 2025-11-25. Any MCP server over Streamable HTTP
 * will do.
 *
 * Throws a `GatewayError` when it does not answer as it should.
 */
export async function fetchSurface(
  url: string,
  { token, signal = AbortSignal.timeout(timeoutMs) }: FetchOptions = {},
): Promise<Surface> {
  const asking = { url, token, signal };
  try {
    return await askModern(asking);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return await askLegacy(asking);
  }
}

type Asking = Pick<McpClient, 'url' | 'token' | 'signal'>;

async function askModern(asking: Asking): Promise<Surface> {
  const client = clientOf(asking, modernVersion);
  client.headers.set('mcp-method', 'tools/list');
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  const { tools, last } = await listTools(client, { _meta });
  // a server of an earlier revision that asks for no handshake would leave the headers out
  if (ownMember(last, 'resultType') !== 'complete') {
    throw unreachable(client.url, 'It is an older one.');
  }
  const meta = ownMember(last, '_meta');
  const info = isJsonObject(meta) && ownMember(meta, 'io.modelcontextprotocol/serverInfo');
  return { tools, gateway: versionOf(info), schemas: new Map() };
}

async function askLegacy(asking: Asking): Promise<Surface> {
  const client = clientOf(asking, legacyVersion);
  const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
  const started = await request(client, 'initialize', params);
  await notify(client, 'notifications/initialized');
  const { tools } = await listTools(client, {});
  const gateway = versionOf(ownMember(started, 'serverInfo'));
  return { tools, gateway, schemas: new Map(), tellsHeaders: false };
}

const clientInfo = { name: 'graphql-mcp-gateway-check', version: '1' };

function clientOf(asking: Asking, version: string): McpClient {
  return { ...asking, headers: new Headers({ 'mcp-protocol-version': version }), nextId: 1 };
}

interface Listed {
  readonly tools: ReadonlyMap<string, SurfaceTool>;
  /** The answer that had the last page. */
  readonly last: object;
}

async function listTools(client: McpClient, params: object): Promise<Listed> {
  const tools = new Map<string, SurfaceTool>();
  const asked = new Set<unknown>();
  let paged = params;
  while (asked.size < maxPages) {
    const last = await request(client, 'tools/list', paged);
    for (const tool of toolsOf(last, client.url)) tools.set(tool.name, tool);
    const cursor = ownMember(last, 'nextCursor');
    if (typeof cursor !== 'string') return { tools, last };
    if (asked.has(cursor)) throw endless(client.url, 'it gives a cursor twice');
    asked.add(cursor);
    paged = { ...params, cursor };
  }
  throw endless(client.url, `it has more than ${maxPages} pages`);
}

function endless(url: string, why: string): GatewayError {
  return unreachable(url, `Its list of tools does not end: ${why}.`);
}

function toolsOf(answer: object, url: string): readonly SurfaceTool[] {
  const tools = ownMember(answer, 'tools');
  if (!Array.isArray(tools)) throw unreachable(url, 'It answers tools/list without tools.');
  return tools.map((tool: unknown) => {
    const read = isJsonObject(tool) ? toolOf(tool) : undefined;
    if (!read) throw unreachable(url, 'It lists a tool without a name or an input schema.');
    const wrong = wrongWith(read.name, tool);
    if (wrong !== undefined) throw unreachable(url, wrong);
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
    annotations: isJsonObject(annotations) ? booleansOf(annotations) : {},
    inputSchema: asObject(inputSchema),
    ...(isJsonObject(outputSchema) && { outputSchema: asObject(outputSchema) }),
  };
}

/** Why a tool cannot be compared; its schemas are looked at as they were sent. */
function wrongWith(name: string, tool: unknown): string | undefined {
  const shown = `"${shownText(name, 100)}"`;
  if (name.length > maxNameLength || /\n/.test(name) || plainText(name) !== name) {
    return `It lists a tool with a name that nobody could call: ${shown}.`;
  }
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const schema = isJsonObject(tool) ? ownMember(tool, key) : undefined;
    const fault = isJsonObject(schema) ? schemaFault(schema) : undefined;
    if (fault) return `The ${key} of its tool ${shown} is not sound: ${whereOf(fault)}.`;
  }
  return undefined;
}

function whereOf({ path, problem }: SchemaFault): string {
  return `${path === '' ? 'it' : path} ${problem}`;
}

/** Members may be missing in a schema from elsewhere. */
function asObject(schema: object): ObjectSchema {
  return { properties: {}, ...schema, type: 'object' };
}

function booleansOf(members: object): Readonly<Record<string, boolean>> {
  const told = Object.entries(members).filter(([, value]) => typeof value === 'boolean');
  return Object.fromEntries(told) as Record<string, boolean>;
}

function textOf(holder: object, name: string): string {
  const value = ownMember(holder, name);
  return typeof value === 'string' ? value : '';
}

function versionOf(info: unknown): string {
  return isJsonObject(info) ? textOf(info, 'version') : '';
}
