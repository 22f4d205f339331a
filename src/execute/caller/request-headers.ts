import type { CallContext } from '../../core/call.ts';
import type { Tool } from '../../core/tool.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { failure, type Failure } from '../model/failures.ts';

/** A request to an API, complete except for the headers that code adds. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | null;
  readonly tool: Tool;
}

/**
 * Returns headers that are added to a request to an API, and replace those of the same name: a signature,
 * or a token of the caller. Called for each attempt. An exception is a bug, which fails the call.
 */
export type RequestHeaders = (
  request: OutgoingRequest,
  context: CallContext,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** Completes a request of a call, or says why it cannot be sent. */
export type CompleteRequest = (
  request: HttpRequest,
  call: { readonly tool: Tool; readonly context: CallContext },
) => Promise<HttpRequest | Failure>;

/** Creates the function that adds the headers of the hook. */
export function createRequestCompletion(
  origin: string,
  requestHeaders: RequestHeaders,
  reportBug: (error: unknown) => string,
): CompleteRequest {
  return async (request, { tool, context }) => {
    const { method, path, body } = request;
    try {
      const headers = headersOf(request);
      const outgoing = { method, url: `${origin}${path}`, headers, body, tool };
      const added = await requestHeaders(outgoing, context);
      const all = headersOf(request);
      // throws for a name or value that no header can have
      for (const [name, value] of Object.entries(added)) all.set(name, value);
      return { ...request, headers: [...all].flat() };
    } catch (error) {
      const message = `The request to the GraphQL API could not be completed. Reference: ${reportBug(error)}.`;
      return failure('INTERNAL_ERROR', message);
    }
  };
}

function headersOf({ headers }: HttpRequest): Headers {
  const all = new Headers();
  for (let index = 0; index < headers.length; index += 2) {
    all.append(headers[index] ?? '', headers[index + 1] ?? '');
  }
  return all;
}
