import { BodyBuffer } from '../../http/body.ts';
import {
  isTooLarge,
  readTarget,
  type Body,
  type HttpRequest,
  type HttpResponse,
} from './message.ts';

/** Handles requests of embedders and other runtimes. */
export function createFetch(
  answer: (request: HttpRequest) => Promise<HttpResponse>,
): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await answer(fromRequest(request)), request.method);
}

/** Reads members of the request on demand, because servers create some of them then. */
function fromRequest(request: Request): HttpRequest {
  const { method, url, headers } = request;
  return {
    method,
    target: readTarget(url),
    headers,
    get defaultHost() {
      return new URL(url).host;
    },
    disconnect: undefined,
    toRequest: () => request,
    onGone(listener) {
      if (request.signal.aborted) listener();
      else request.signal.addEventListener('abort', listener);
    },
    readBody: (limit) => readBody(request, limit),
  };
}

/** A body of announced length, which HTTP servers enforce, needs no stream. */
async function readBody(request: Request, limit: number): Promise<Body> {
  const { headers } = request;
  if (isTooLarge(headers, limit)) return { kind: 'tooLarge' };
  if (/^\d+$/.test(headers.get('content-length') ?? '')) {
    return request.arrayBuffer().then(
      (bytes) => ({ kind: 'bytes', bytes: Buffer.from(bytes) }),
      () => ({ kind: 'broken' }),
    );
  }
  return request.body ? readStream(request.body, limit) : { kind: 'bytes', bytes: empty };
}

const empty = Buffer.alloc(0);

async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Body> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader();
  const body = new BodyBuffer();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'bytes', bytes: body.toBuffer() };
      if (body.length + value.byteLength > limit) {
        await reader.cancel();
        return { kind: 'tooLarge' };
      }
      body.add(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    }
  } catch {
    return { kind: 'broken' };
  }
}

function toResponse({ status, headers, body }: HttpResponse, method: string): Response {
  return new Response(method === 'HEAD' ? null : body, { status, headers });
}
