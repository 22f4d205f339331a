import { cutText, plainText } from '../../core/text.ts';
import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { checkCodes } from '../surface/check-codes.ts';
import { readAnswer } from './read-answer.ts';

/** A conversation with one server. */
export interface McpClient {
  readonly url: string;
  /** Bearer token, where it needs one. */
  readonly token: string | undefined;
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
  const message = await readAnswer(response, id).catch((error: unknown) => {
    throw unreachable(client.url, whyOf(error));
  });
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
    throw unreachable(url, whyOf(error));
  }
  if (!response.ok) throw unreachable(url, `It answers with status ${response.status}.`);
  return response;
}

function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${cause.message.replace(/\.$/, '')}.` : '';
}

/** A text of a stranger in one line, without what a terminal obeys, and short. */
export function shownText(text: string, limit: number): string {
  return cutText(plainText(text).replaceAll(/\s+/g, ' '), limit);
}

/** Says why a server is no gateway that can be compared with. */
export function unreachable(url: string, why: string): GatewayError {
  const message = `The gateway at ${url} does not tell its tools. ${shownText(why, 600)}`.trim();
  return gatewayError('GATEWAY_UNREACHABLE', message, checkCodes.GATEWAY_UNREACHABLE.advice);
}
