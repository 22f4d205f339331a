/**
 * Reference *proxy*: a bare `node:http` server with an undici pool, that sends each request on and
 * passes the upstream's body through. What a gateway that does nothing at all would cost.
 * `UPSTREAM` is the upstream's URL.
 */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { listenForBench } from './listen.ts';
import { graphqlBody } from './request-body.ts';

const pool = new Pool(process.env.UPSTREAM ?? '', { connections: 128 });
const upstreamHeaders = { 'content-type': 'application/json', accept: 'application/json' };

listenForBench(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      void passOn().then((body) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': body.byteLength,
        });
        response.end(Buffer.from(body));
      });
    });
  }),
);

async function passOn(): Promise<ArrayBuffer> {
  const answer = await pool.request({
    path: '/graphql',
    method: 'POST',
    headers: upstreamHeaders,
    body: graphqlBody,
  });
  return answer.body.arrayBuffer();
}
