import { describe, expect, it } from 'vitest';
import { clientSnippets } from '../../src/cli/serving/start-text.ts';

function linesOf(name: string, needsToken = false): readonly string[] {
  return clientSnippets(name, 'http://127.0.0.1:4000/mcp', needsToken).map(
    ({ client, line }) => `${client}: ${line}`,
  );
}

describe('clientSnippets', () => {
  it('writes one line for each client', () => {
    expect(linesOf('films')).toEqual([
      'Claude Code: claude mcp add --transport http films http://127.0.0.1:4000/mcp',
      `VS Code: code --add-mcp '{"name":"films","type":"http","url":"http://127.0.0.1:4000/mcp"}'`,
      'Cursor: .cursor/mcp.json: {"mcpServers":{"films":{"url":"http://127.0.0.1:4000/mcp"}}}',
    ]);
  });

  it('has a placeholder for a required token', () => {
    expect(linesOf('films', true)).toEqual([
      'Claude Code: claude mcp add --transport http films http://127.0.0.1:4000/mcp --header "Authorization: Bearer TOKEN"',
      `VS Code: code --add-mcp '{"name":"films","type":"http","url":"http://127.0.0.1:4000/mcp","headers":{"Authorization":"Bearer TOKEN"}}'`,
      'Cursor: .cursor/mcp.json: {"mcpServers":{"films":{"url":"http://127.0.0.1:4000/mcp","headers":{"Authorization":"Bearer TOKEN"}}}}',
    ]);
  });

  it('replaces characters of names that need quotes', () => {
    const [claude] = linesOf(`Ada's $(films) & more`);
    expect(claude).toBe(
      'Claude Code: claude mcp add --transport http Ada-s-films-more http://127.0.0.1:4000/mcp',
    );
  });
});
