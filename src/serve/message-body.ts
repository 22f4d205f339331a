import type { HeaderSource } from '../core/caller.ts';
import { errorCodes } from '../mcp/message.ts';
import { refusedAnswer, type HttpAnswer } from './http-answer.ts';
import type { Incoming } from './incoming.ts';
import { isJsonContent, readAccept, type Acceptable } from './media-types.ts';

/** A message as it was posted, or why none could be read. */
export type MessageBody =
  | { readonly kind: 'message'; readonly value: unknown; readonly acceptable: Acceptable }
  | { readonly kind: 'refused'; readonly answer: HttpAnswer };

/**
 * Reads a posted JSON text, once, and says in HTTP's words why it cannot.
 *
 * | what is wrong                              | status |
 * | ------------------------------------------ | ------ |
 * | neither JSON nor streams are accepted      | 406    |
 * | not JSON in UTF-8, or compressed           | 415    |
 * | larger than allowed                        | 413    |
 * | no JSON, or no UTF-8                       | 400    |
 */
export async function readMessageBody(incoming: Incoming, limit: number): Promise<MessageBody> {
  const { headers } = incoming;
  const acceptable = readAccept(headers.get('accept'));
  if (!acceptable.json) {
    return refuse(headers, 406, 'Accept must allow application/json or text/event-stream.');
  }
  if (!isJsonContent(headers.get('content-type'))) {
    return refuse(headers, 415, 'Content-Type must be application/json, in UTF-8.');
  }
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    return refuse(headers, 415, 'Content-Encoding is not supported.');
  }
  const body = await incoming.readText(limit);
  switch (body.kind) {
    case 'tooLarge':
      return refuse(headers, 413, `The body is larger than ${limit} bytes.`);
    case 'broken':
      return refuse(headers, 400, 'The body could not be read to its end.');
    case 'notUtf8':
      return refuse(headers, 400, 'Parse error: the body is not UTF-8.', errorCodes.PARSE_ERROR);
    case 'text':
      return parse(headers, body.text, acceptable);
  }
}

function parse(headers: HeaderSource, text: string, acceptable: Acceptable): MessageBody {
  try {
    return { kind: 'message', value: JSON.parse(text), acceptable };
  } catch {
    return refuse(headers, 400, 'Parse error: the body is not JSON.', errorCodes.PARSE_ERROR);
  }
}

function refuse(
  headers: HeaderSource,
  status: number,
  message: string,
  code: number = errorCodes.INVALID_REQUEST,
): MessageBody {
  return { kind: 'refused', answer: refusedAnswer(status, code, message, headers) };
}
