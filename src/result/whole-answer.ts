import type { ToolResult } from '../core/call.ts';
import type { RawJson } from '../core/raw-json.ts';

/** Bytes from which on an envelope is passed on as bytes: below, text is written as fast. */
const largeFrom = 32_768;

/** The result of an answer that is its own envelope. */
export function wholeAnswer(json: RawJson): ToolResult {
  if (json.length >= largeFrom) return new LargeAnswer(json);
  const { text } = json;
  return { content: [{ type: 'text', text }], structured: text, isError: false };
}

/** Makes text of its bytes for those only who ask for it. */
class LargeAnswer implements ToolResult {
  readonly raw: RawJson;
  readonly isError = false;

  constructor(raw: RawJson) {
    this.raw = raw;
  }

  get content(): ToolResult['content'] {
    return [{ type: 'text', text: this.structured }];
  }

  get structured(): string {
    return this.raw.text;
  }
}
