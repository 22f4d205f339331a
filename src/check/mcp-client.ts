import { gatewayError, type GatewayError } from '../core/gateway-error.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { checkCodes } from './check-codes.ts';

/** Characters of one answer; a page of 500 large tools has some megabytes. */
const maxAnswerLength = 64 * 1024 * 1024;

/** A conversation with one server. */
export interface McpClient {
  readonly url: string;
  /** Bearer token, where it needs one. */
  readonly token?: string;
  readonly signal: AbortSignal;
  /** Those of the protocol's revision, and those that the server asked for. */
  readonly headers: Headers;
  nextId: number;
}

/**
 * Asks with a JSON-RPC request over Streamable HTTP, and answers its result.
 *
 * Throws a `GatewayError` when the server cannot be reached, or answers anything but a result.
 */
export async function request(client: McpClient, method: string, params: object): Promise<object> {
  const id = client.nextId++;
  const response = await post(client, { jsonrpc: '2.0', id, method, params });
  const sessionId = response.headers.get('mcp-session-id');
  if (sessionId !== null) client.headers.set('mcp-session-id', sessionId);
  const text = await textOfAnswer(response, client.url);
  const message = messagesOf(text, response).find((one) => ownMember(one, 'id') === id);
  const result = message && ownMember(message, 'result');
  if (isJsonObject(result)) return result;
  const error = message && ownMember(message, 'error');
  const told = isJsonObject(error) && ownMember(error, 'message');
  const why = typeof told === 'string' ? told : 'there is no result in it';
  throw unreachable(client.url, `It answers ${method} with an error: ${why}.`);
}

/** Sends a JSON-RPC notification. Throws a `GatewayError` where it is not taken. */
export async function notify(client: McpClient, method: string): Promise<void> {
  const response = await post(client, { jsonrpc: '2.0', method });
  await response.body?.cancel();
}

async function post(
  { url, token, signal, headers }: McpClient,
  message: object,
): Promise<Response> {
  const all = new Headers(headers);
  all.set('content-type', 'application/json');
  all.set('accept', 'application/json, text/event-stream');
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  const init = { method: 'POST', headers: all, body: JSON.stringify(message) };
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal });
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

/** Says why a server is no gateway that can be compared with. */
export function unreachable(url: string, why: string): GatewayError {
  const message = `The gateway at ${url} does not tell its tools. ${why}`.trim();
  return gatewayError('GATEWAY_UNREACHABLE', message, checkCodes.GATEWAY_UNREACHABLE.advice);
}
