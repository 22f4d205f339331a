import type { HeaderSource } from '../core/call.ts';
import { errorCodes, parseErrorOf } from '../mcp/message.ts';
import { refusal } from './responses.ts';

/** The result of reading a posted message. */
export type PostedMessage =
  | { readonly kind: 'message'; readonly value: unknown; readonly accepts: AcceptedTypes }
  | { readonly kind: 'refused'; readonly response: Response };

/**
 * Reads the body of a request as JSON, or creates the response that refuses it.
 *
 * | problem                                    | status |
 * | ------------------------------------------ | ------ |
 * | neither JSON nor event streams accepted    | 406    |
 * | not JSON in UTF-8, or compressed           | 415    |
 * | larger than allowed                        | 413    |
 * | invalid JSON or invalid UTF-8              | 400    |
 *
 * @param limit largest body, in bytes.
 */
export async function readMessage(request: Request, limit: number): Promise<PostedMessage> {
  const { headers } = request;
  const accepts = readAccept(headers.get('accept'));
  if (!accepts.json) {
    return refuse(headers, 406, 'Accept must allow application/json or text/event-stream.');
  }
  if (!isJsonContent(headers.get('content-type'))) {
    return refuse(headers, 415, 'Content-Type must be application/json, in UTF-8.');
  }
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    return refuse(headers, 415, 'Content-Encoding is not supported.');
  }
  const body = await readBody(request, limit);
  switch (body.kind) {
    case 'tooLarge':
      return refuse(
        headers,
        413,
        `The body is larger than ${limit} bytes (option limits.maxBodyBytes).`,
      );
    case 'broken':
      return refuse(headers, 400, 'The body could not be read to its end.');
    case 'notUtf8':
      return refuse(headers, 400, 'Parse error: the body is not UTF-8.', errorCodes.PARSE_ERROR);
    case 'text':
      return parse(headers, body.text, accepts);
  }
}

function parse(headers: HeaderSource, text: string, accepts: AcceptedTypes): PostedMessage {
  try {
    return { kind: 'message', value: JSON.parse(text), accepts };
  } catch (error) {
    return refuse(headers, 400, parseErrorOf(error), errorCodes.PARSE_ERROR);
  }
}

function refuse(
  headers: HeaderSource,
  status: number,
  message: string,
  code: number = errorCodes.INVALID_REQUEST,
): PostedMessage {
  return { kind: 'refused', response: refusal(status, code, message, headers) };
}

/** The response types that a client accepts. */
export interface AcceptedTypes {
  readonly json: boolean;
  readonly stream: boolean;
  /** Whether `text/event-stream` is listed, and not only covered by a wildcard. */
  readonly streamListed: boolean;
}

const bothTypes: AcceptedTypes = { json: true, stream: true, streamListed: true };

/**
 * Reads an `Accept` header leniently: a missing header accepts everything, and a client that accepts
 * one of the two types of the protocol accepts JSON.
 */
export function readAccept(accept: string | null): AcceptedTypes {
  // the header of every SDK
  if (accept === 'application/json, text/event-stream') return bothTypes;
  const types = new Set((accept ?? '*/*').split(',').flatMap(acceptedType));
  const anything = types.has('*/*');
  const streamListed = types.has('text/event-stream');
  const stream = anything || streamListed || types.has('text/*');
  const json = stream || types.has('application/json') || types.has('application/*');
  return { json, stream, streamListed };
}

function acceptedType(range: string): readonly string[] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type];
}

/**
 * Whether a body is JSON in UTF-8. Other types are refused, because a browser sends the forms of any
 * page without a preflight.
 */
function isJsonContent(contentType: string | null): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim());
    return name !== 'charset' || /^"?utf-?8"?$/.test(value);
  });
}

type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notUtf8' }
  /** The client disconnected before the end. */
  | { readonly kind: 'broken' };

/**
 * Reads the body of a request, and stops as soon as it is too large.
 *
 * A body of announced length, which HTTP servers enforce, is read in one go: node-server needs no
 * complete `Request` for `text()`. Otherwise bytes are counted as they arrive.
 */
async function readBody(request: Request, limit: number): Promise<Body> {
  try {
    const announced = request.headers.get('content-length');
    if (announced === null || !/^\d+$/.test(announced)) return await readCounted(request, limit);
    if (Number(announced) > limit) return { kind: 'tooLarge' };
    return toBody(await request.text(), Number(announced));
  } catch {
    return { kind: 'broken' };
  }
}

async function readCounted({ body }: Request, limit: number): Promise<Body> {
  if (!body) return { kind: 'text', text: '' };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return toBody(text + decoder.decode(), size);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return { kind: 'tooLarge' };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Checks the text decoded from `size` bytes. Decoding replaces invalid UTF-8 by U+FFFD, which takes
 * more bytes than most of what it replaces; without U+FFFD the text is valid.
 */
function toBody(decoded: string, size: number): Body {
  if (decoded.includes('\uFFFD') && new TextEncoder().encode(decoded).length > size) {
    return { kind: 'notUtf8' };
  }
  // not every decoder removes a byte order mark
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  return { kind: 'text', text };
}
