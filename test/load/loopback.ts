import type { IncomingMessage } from 'node:http';
import { serve } from '../support/servers.ts';

/** An answer of a scripted server. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What a scripted server was sent. */
interface SeenRequest {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly query: string;
}

/** A server that answers by script, the last answer again and again; `hangUp` breaks the connection. */
export async function serveScript(answers: readonly (ScriptedAnswer | 'hangUp' | 'silence')[]) {
  const seen: SeenRequest[] = [];
  const url = await serve((request, response) => {
    void readBody(request).then((body) => {
      const answer = answers[Math.min(seen.length, answers.length - 1)];
      const { query } = JSON.parse(body) as { readonly query: string };
      seen.push({ url: request.url, headers: request.headers, query });
      if (answer === 'hangUp') return request.socket.destroy();
      if (answer === 'silence' || !answer) return undefined;
      response.writeHead(answer.status ?? 200, {
        'content-type': 'application/json',
        ...answer.headers,
      });
      return response.end(answer.body ?? '{}');
    });
  });
  return { endpoint: `${url}?key=s3cret`, origin: new URL(url).origin, seen };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
