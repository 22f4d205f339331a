/** Bodies and headers of the requests that the measurements send: those of a 2025-11-25 client. */
export const legacyHeaders = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

export function callBody(name: string, args: object): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });
}

export const listBody = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
