import { gatewayError, type GatewayError } from '../core/gateway-error.ts';
import type { ObjectSchema } from '../core/json-schema.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { checkCodes } from './check-codes.ts';
import type { Surface, SurfaceTool } from './surface.ts';

/** How a running gateway is asked. */
export interface FetchOptions {
  /** Bearer token, where it needs one. */
  readonly token?: string;
  readonly signal: AbortSignal;
}

const protocolVersion = '2025-11-25';

/** More pages than this are not a list of tools any more. */
const maxPages = 1_000;

/** Characters of one answer; a page of 500 large tools has some megabytes. */
const maxAnswerLength = 64 * 1024 * 1024;

/**
 * Asks a running gateway for its tools, as a client of protocol revision 2025-11-25: a handshake, then
 * `tools/list`, page by page. Any MCP server over Streamable HTTP will do.
 *
 * Throws a `GatewayError` when it does not answer as it should.
 */
export async function fetchSurface(url: string, options: FetchOptions): Promise<Surface> {
  const session: Session = { url, options, headers: new Headers(), nextId: 1 };
  const started = await request(session, 'initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'graphql-mcp-gateway-check', version: '1' },
  });
  await notify(session, 'notifications/initialized');
  const tools = new Map<string, SurfaceTool>();
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await request(session, 'tools/list', params);
    for (const tool of toolsOf(answer, url)) tools.set(tool.name, tool);
    cursor = ownMember(answer, 'nextCursor');
    if (typeof cursor !== 'string') break;
  }
  return { tools, gateway: versionOf(started), schemas: new Map() };
}

interface Session {
  readonly url: string;
  readonly options: FetchOptions;
  /** Those that the server asked for. */
  readonly headers: Headers;
  nextId: number;
}

async function request(session: Session, method: string, params: object): Promise<object> {
  const id = session.nextId++;
  const response = await post(session, { jsonrpc: '2.0', id, method, params });
  const sessionId = response.headers.get('mcp-session-id');
  if (sessionId !== null) session.headers.set('mcp-session-id', sessionId);
  const text = await textOfAnswer(response, session.url);
  const message = messagesOf(text, response).find((one) => ownMember(one, 'id') === id);
  const result = message && ownMember(message, 'result');
  if (isJsonObject(result)) return result;
  const error = message && ownMember(message, 'error');
  const why = isJsonObject(error) ? textOf(error, 'message') : 'there is no result in it';
  throw unreachable(session.url, `It answers ${method} with an error: ${why}.`);
}

async function notify(session: Session, method: string): Promise<void> {
  const response = await post(session, { jsonrpc: '2.0', method });
  await response.body?.cancel();
}

async function post({ url, options, headers }: Session, message: object): Promise<Response> {
  const all = new Headers(headers);
  all.set('content-type', 'application/json');
  all.set('accept', 'application/json, text/event-stream');
  all.set('mcp-protocol-version', protocolVersion);
  if (options.token !== undefined) all.set('authorization', `Bearer ${options.token}`);
  const init = { method: 'POST', headers: all, body: JSON.stringify(message) };
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: options.signal });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw unreachable(url, cause instanceof Error ? `${cause.message}.` : '');
  }
  if (!response.ok) throw unreachable(url, `It answers with status ${response.status}.`);
  return response;
}

async function textOfAnswer({ body }: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswerLength) throw unreachable(url, 'Its answer is too large.');
  }
  return text + decoder.decode();
}

/** An answer comes as JSON, or as a stream of events that ends with it. */
function messagesOf(text: string, { headers }: Response): readonly object[] {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const texts = isStream ? eventsOf(text) : [text];
  return texts.flatMap((one) => {
    try {
      const message: unknown = JSON.parse(one);
      return isJsonObject(message) ? [message] : [];
    } catch {
      return [];
    }
  });
}

function eventsOf(text: string): readonly string[] {
  return text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  );
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

function versionOf(started: object): string {
  const info = ownMember(started, 'serverInfo');
  return isJsonObject(info) ? textOf(info, 'version') : '';
}

function unreachable(url: string, why: string): GatewayError {
  const message = `The gateway at ${url} does not tell its tools. ${why}`.trim();
  return gatewayError('GATEWAY_UNREACHABLE', message, checkCodes.GATEWAY_UNREACHABLE.advice);
}
