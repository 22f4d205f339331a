import { ownMember, parseJsonObject } from '../../core/json.ts';

/** Characters of one answer; a page of 500 large tools has some megabytes. */
const maxAnswerLength = 64 * 1024 * 1024;

/**
 * Reads from a response the message that answers a request; undefined where there is none.
 *
 * An answer comes as JSON, or in a stream of events. The stream is read up to the answer and no
 * further: a server may keep it open, or send what nobody asked for.
 *
 * Throws what the transport throws, and an `Error` when the answer is too large.
 */
export async function readAnswer(response: Response, id: number): Promise<object | undefined> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  for await (const text of isStream ? eventsOf(response) : wholeOf(response)) {
    const message = parseJsonObject(text);
    if (message && ownMember(message, 'id') === id) return message;
  }
  return undefined;
}

async function* wholeOf({ body }: Response): AsyncGenerator<string> {
  const parts: string[] = [];
  for await (const part of textsOf(body)) parts.push(part);
  yield parts.join('');
}

/** The data of each event, whether its end has come or not. Every line is looked at once. */
async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart());
    if (line !== '') continue;
    yield data.join('\n');
    data = [];
  }
  yield data.join('\n');
}

async function* linesOf(body: Response['body']): AsyncGenerator<string> {
  let rest = '';
  for await (const part of textsOf(body)) {
    rest += part;
    if (!part.includes('\n')) continue;
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

async function* textsOf(body: Response['body']): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let length = 0;
  for await (const chunk of body ?? []) {
    const text = decoder.decode(chunk as Uint8Array, { stream: true });
    length += text.length;
    if (length > maxAnswerLength) throw new Error('Its answer is too large.');
    yield text;
  }
  yield decoder.decode();
}
