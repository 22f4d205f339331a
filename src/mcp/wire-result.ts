import type { ContentBlock, ToolResult } from '../core/call.ts';
import type { Tool } from '../core/tool.ts';
import type { Features } from './versions.ts';

/**
 * Writes the members of a `CallToolResult` for a revision.
 *
 * `structuredContent` is the envelope's text, inserted unchanged. Revisions without it lose
 * nothing: the text blocks say the same.
 */
export function wireResult(tool: Tool, result: ToolResult, features: Features): string {
  const hasStructured = features.structured && tool.outputSchema !== undefined;
  const blocks = result.content.map((block) => JSON.stringify(wireContent(block, features)));
  const content = `"content":[${blocks.join(',')}]`;
  const structured = hasStructured ? `,"structuredContent":${result.structured}` : '';
  return content + structured + (result.isError ? ',"isError":true' : '');
}

/** A kind of content that a client does not know fails its whole call, so it is named in text. */
export function wireContent(block: ContentBlock, { audio }: Features): ContentBlock {
  if (block.type !== 'audio' || audio) return block;
  return { type: 'text', text: `[audio, ${block.mimeType}: this client cannot play it]` };
}
