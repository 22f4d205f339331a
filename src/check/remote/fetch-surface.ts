import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ObjectSchema } from '../../core/json-schema.ts';
import { GatewayError } from '../../core/diagnostic.ts';
import { isJsonObject, nestsDeeperThan, ownMember } from '../../core/json.ts';
import { lazy } from '../../core/memo.ts';
import { plainText } from '../../core/text.ts';
import type { Environment } from '../../http/proxy.ts';
import { McpClient, printable, unreachable, type McpClientOptions } from './mcp-client.ts';
import type { Surface, SurfaceTool } from '../surface/surface.ts';

export interface FetchOptions {
  readonly token?: string | undefined;
  /** @default gives up after 30 seconds */
  readonly signal?: AbortSignal;
  /** Environment variables, for proxies. @default none */
  readonly environment?: Environment;
}

/** Time limit for all requests, in milliseconds. */
const timeoutMs = 30_000;

/** Whether `--against` is the URL of a gateway, and not a file or a revision. */
export function isUrl(against: string): boolean {
  return /^https?:\/\//i.test(against);
}

/** Stateless; the first revision in which tools declare the arguments mirrored in headers. */
const modernRevision = '2026-07-28';
const legacyRevision = '2025-11-25';

/** Longest tool name; the protocol recommends at most 128 characters. */
const maxNameLength = 256;
const maxPages = 1_000;

/**
 * Reads the tools of a running gateway, or of any MCP server over Streamable HTTP: by revision
 * 2026-07-28 or, if the server rejects it, by 2025-11-25 with its handshake.
 *
 * Throws a `GatewayError` if the tools cannot be read.
 */
export async function fetchSurface(
  url: string,
  { token, signal = AbortSignal.timeout(timeoutMs), environment = new Map() }: FetchOptions = {},
): Promise<Surface> {
  const options = { url, token, signal, environment };
  try {
    return await withClient(options, fetchModern);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return await withClient(options, fetchLegacy);
  }
}

async function withClient(
  options: McpClientOptions,
  fetchTools: (client: McpClient) => Promise<Surface>,
): Promise<Surface> {
  const client = new McpClient(options);
  try {
    return await fetchTools(client);
  } finally {
    await client.close();
  }
}

async function fetchModern(client: McpClient): Promise<Surface> {
  client.headers.set('mcp-protocol-version', modernRevision).set('mcp-method', 'tools/list');
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernRevision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  const { tools, last } = await listTools(client, { _meta });
  // a server of an earlier revision that requires no handshake would omit the headers
  if (ownMember(last, 'resultType') !== 'complete') {
    throw unreachable(client.url, 'It implements an earlier revision.');
  }
  const meta = ownMember(last, '_meta');
  const info = isJsonObject(meta) && ownMember(meta, 'io.modelcontextprotocol/serverInfo');
  return { tools, gateway: versionOf(info), schemas: new Map() };
}

async function fetchLegacy(client: McpClient): Promise<Surface> {
  client.headers.set('mcp-protocol-version', legacyRevision);
  const params = { protocolVersion: legacyRevision, capabilities: {}, clientInfo };
  const initialized = await client.request('initialize', params);
  await client.notify('notifications/initialized');
  const { tools } = await listTools(client, {});
  const gateway = versionOf(ownMember(initialized, 'serverInfo'));
  return { tools, gateway, schemas: new Map(), hasHeaders: false };
}

const clientInfo = { name: 'graphql-mcp-gateway-check', version: '1' };

interface ToolList {
  readonly tools: ReadonlyMap<string, SurfaceTool>;
  /** The result with the last page. */
  readonly last: object;
}

async function listTools(client: McpClient, params: object): Promise<ToolList> {
  const tools = new Map<string, SurfaceTool>();
  const cursors = new Set<unknown>();
  let pageParams = params;
  while (cursors.size < maxPages) {
    const last = await client.request('tools/list', pageParams);
    for (const tool of toolsOf(last, client.url)) tools.set(tool.name, tool);
    const cursor = ownMember(last, 'nextCursor');
    if (typeof cursor !== 'string') return { tools, last };
    if (cursors.has(cursor)) throw endless(client.url, 'a cursor repeats');
    cursors.add(cursor);
    pageParams = { ...params, cursor };
  }
  throw endless(client.url, `there are more than ${maxPages} pages`);
}

function endless(url: string, why: string): GatewayError {
  return unreachable(url, `Its list of tools has no end: ${why}.`);
}

function toolsOf(result: object, url: string): readonly SurfaceTool[] {
  const tools = ownMember(result, 'tools');
  if (!Array.isArray(tools)) throw unreachable(url, 'It answers tools/list without tools.');
  return tools.map((tool: unknown) => {
    const read = isJsonObject(tool) ? toolOf(tool) : undefined;
    if (!read) throw unreachable(url, 'It lists a tool without a name or an input schema.');
    const problem = problemOf(read.name, tool);
    if (problem !== undefined) throw unreachable(url, problem);
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

/** Why a tool cannot be compared. Its schemas are checked as they were sent. */
function problemOf(name: string, tool: unknown): string | undefined {
  const quoted = `"${printable(name, 100)}"`;
  if (name.length > maxNameLength || /\n/.test(name) || plainText(name) !== name) {
    return `It lists a tool with an invalid name: ${quoted}.`;
  }
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const schema = isJsonObject(tool) ? ownMember(tool, key) : undefined;
    const fault = isJsonObject(schema) ? schemaFault(schema) : undefined;
    if (fault) return `The ${key} of its tool ${quoted} is invalid: ${fault}.`;
  }
  return undefined;
}

/** The most levels of JSON in a schema; the gateway writes selections of up to 250 levels. */
const maxSchemaNesting = 1_500;

const ajv = lazy(() => new Ajv2020({ strict: false, logger: false }));

/** Returns why a schema of another server cannot be compared. */
function schemaFault(schema: object): string | undefined {
  if (nestsDeeperThan(schema, maxSchemaNesting)) {
    return `it nests more than ${maxSchemaNesting} levels deep`;
  }
  if (ajv().validateSchema(schema) === true) return undefined;
  const { instancePath = '', message = '' } = ajv().errors?.[0] ?? {};
  return `${instancePath || 'it'} ${message}`;
}

/** Schemas of other servers may lack members. */
function asObject(schema: object): ObjectSchema {
  return { properties: {}, ...schema, type: 'object' };
}

function booleansOf(members: object): Readonly<Record<string, boolean>> {
  const booleans = Object.entries(members).filter(([, value]) => typeof value === 'boolean');
  return Object.fromEntries(booleans) as Record<string, boolean>;
}

function textOf(holder: object, name: string): string {
  const value = ownMember(holder, name);
  return typeof value === 'string' ? value : '';
}

function versionOf(info: unknown): string {
  return isJsonObject(info) ? textOf(info, 'version') : '';
}
