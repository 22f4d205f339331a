import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets a response that waits behind others on its connection hear of the connection's end.
 *
 * `node:http` tells only the response whose turn it is. The call or stream of one that waits would go
 * on without anybody to read it, a stream for as long as a day.
 */
export function hearOfEnd(request: IncomingMessage, response: ServerResponse): void {
  const isItsTurn = response.socket !== null;
  if (isItsTurn) return;
  const { socket } = request;
  const end = (): void => {
    response.destroy();
    response.emit('close');
  };
  // as many wait as the client has sent
  socket.setMaxListeners(0);
  socket.once('close', end);
  response.once('close', () => socket.off('close', end));
}
