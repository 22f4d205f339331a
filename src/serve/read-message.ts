import { isUtf8 } from 'node:buffer';
import type { HeaderSource } from '../core/call.ts';
import { errorCodes, parseErrorOf } from '../mcp/message.ts';
import type { HttpRequest, HttpResponse } from './http/message.ts';
import { refusal } from './http/responses.ts';

/** The result of reading a posted message. */
export type PostedMessage =
  | { readonly kind: 'message'; readonly value: unknown; readonly accepts: AcceptedTypes }
  | { readonly kind: 'refused'; readonly response: HttpResponse };

/**
 * Reads the body of a request as JSON, or creates the response that refuses it.
 *
 * | problem                                    | status |
 * | ------------------------------------------ | ------ |
 * | neither JSON nor event streams accepted    | 406    |
 * | not JSON in UTF-8, or compressed           | 415    |
 * | larger than allowed                        | 413    |
 * | invalid JSON or invalid UTF-8              | 400    |
 * | a transfer coding other than chunked       | 501    |
 *
 * @param limit largest body, in bytes.
 */
export async function readMessage(request: HttpRequest, limit: number): Promise<PostedMessage> {
  const { headers } = request;
  const accepts = readAccept(headers.get('accept') ?? null);
  if (!accepts.json) {
    return refuse(headers, 406, 'Accept must allow application/json or text/event-stream.');
  }
  if (!isJsonContent(headers.get('content-type') ?? null)) {
    return refuse(headers, 415, 'Content-Type must be application/json, in UTF-8.');
  }
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    return refuse(headers, 415, 'Content-Encoding is not supported.');
  }
  if ((headers.get('transfer-encoding') ?? 'chunked').toLowerCase() !== 'chunked') {
    return refuse(headers, 501, 'Transfer-Encoding must be chunked, or absent.');
  }
  const body = await request.readBody(limit);
  switch (body.kind) {
    case 'tooLarge':
      return refuse(
        headers,
        413,
        `The body is larger than ${limit} bytes (option limits.maxBodyBytes).`,
      );
    case 'broken':
      return refuse(headers, 400, 'The body could not be read to its end.');
    case 'bytes':
      return parse(headers, body.bytes, accepts);
  }
}

function parse(headers: HeaderSource, bytes: Buffer, accepts: AcceptedTypes): PostedMessage {
  const text = decode(bytes);
  if (text === undefined) {
    return refuse(headers, 400, 'Parse error: the body is not UTF-8.', errorCodes.PARSE_ERROR);
  }
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

/** @returns undefined for invalid UTF-8. */
function decode(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  // decoding replaces invalid UTF-8 by U+FFFD; without it there is nothing to check
  if (text.includes('\uFFFD') && !isUtf8(bytes)) return undefined;
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
