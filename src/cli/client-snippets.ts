/** One line that adds the server to a client. */
export interface ClientSnippet {
  readonly client: string;
  readonly line: string;
}

/**
 * Writes the lines that add a served gateway to the clients people use most.
 *
 * With `needsToken` they send a bearer token, which the reader puts in the place of `TOKEN`.
 */
export function clientSnippets(
  name: string,
  url: string,
  needsToken: boolean,
): readonly ClientSnippet[] {
  const id = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  const headers = needsToken ? { headers: { Authorization: 'Bearer TOKEN' } } : {};
  const flag = needsToken ? ' --header "Authorization: Bearer TOKEN"' : '';
  const forCode = JSON.stringify({ name: id, type: 'http', url, ...headers });
  const forCursor = JSON.stringify({ mcpServers: { [id]: { url, ...headers } } });
  return [
    { client: 'Claude Code', line: `claude mcp add --transport http ${id} ${url}${flag}` },
    { client: 'VS Code', line: `code --add-mcp '${forCode}'` },
    { client: 'Cursor', line: `.cursor/mcp.json: ${forCursor}` },
  ];
}
