/**
 * The GraphQL API behind every reference: it answers fixed bytes, so that it costs next to nothing.
 * `ANSWER_FILE` names the file with the answer.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listenForBench } from './listen.ts';

const answer = readFileSync(process.env.ANSWER_FILE ?? '');
const headers = {
  'content-type': 'application/graphql-response+json',
  'content-length': answer.length,
};

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
listenForBench(server);
