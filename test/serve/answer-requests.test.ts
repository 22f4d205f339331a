import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnswerRequest } from '../../src/serve/answer-requests.ts';
import { jsonAnswer } from '../../src/serve/http-answer.ts';
import type { Route } from '../../src/serve/route.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

describe('requests whose answers are made together', () => {
  it('get each its own, whole, and a client that has gone takes none with it', async () => {
    const { open, release } = await serveHeld(3);
    const [first, gone, last] = [await open('1'), await open('2'), await open('3')];
    gone.destroy();
    release();
    expect(await bodyOf(first)).toBe('"answer to 1"');
    expect(await bodyOf(last)).toBe('"answer to 3"');
  });

  it('keep their order where they came on one connection', async () => {
    const { open, release } = await serveHeld(2);
    const socket = await open('1', '2');
    release();
    const answers = await text(socket);
    expect(answers.match(/"answer to \d"/g)).toEqual(['"answer to 1"', '"answer to 2"']);
  });
});

/** A server that answers all requests in one turn, once so many have come and it is told to. */
async function serveHeld(amount: number) {
  const answerRequest = createAnswerRequest();
  let come = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let allCame: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (allCame = resolve));
  const route: Route = async (incoming) => {
    come += 1;
    if (come === amount) allCame();
    await released;
    return jsonAnswer(200, JSON.stringify(`answer to ${incoming.headers.get('x-number')}`));
  };
  const server = createServer((request, response) => {
    void answerRequest(route, request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  cleanUps.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return {
    open: async (...numbers: readonly string[]): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const last = numbers.length - 1;
      const requests = numbers.map((number, index) => {
        const connection = index === last ? 'close' : 'keep-alive';
        return `POST / HTTP/1.1\r\nhost: a\r\nx-number: ${number}\r\nconnection: ${connection}\r\n\r\n`;
      });
      socket.write(requests.join(''));
      return socket;
    },
    release: () => void all.then(release),
  };
}

async function bodyOf(socket: Socket): Promise<string | undefined> {
  return (await text(socket)).split('\r\n\r\n')[1];
}
