/**
 * Reference *raw*: a bare `node:http` server that reads the request and answers fixed bytes.
 *
 * Nothing in JavaScript that speaks HTTP through `node:http` can be faster.
 * `ANSWER_FILE` names the file with the answer.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listenForBench } from './listen.ts';

const answer = readFileSync(process.env.ANSWER_FILE ?? '');
const headers = { 'content-type': 'application/json', 'content-length': answer.length };

listenForBench(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, headers);
      response.end(answer);
    });
  }),
);
