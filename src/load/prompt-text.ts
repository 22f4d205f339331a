import type { ContentBlock } from '../core/call.ts';
import type { PromptMessage } from '../core/prompt.ts';

const placeholder = /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g;
const image = /!\[[^\]]*\]\(data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/=]+)\)/g;

/** A use of an argument in a prompt's text. */
export interface PlaceholderUse {
  readonly name: string;
  /** Offset in the text. */
  readonly offset: number;
}

/** Finds the arguments that a text uses, as `{{name}}`. */
export function placeholdersIn(text: string): readonly PlaceholderUse[] {
  return [...text.matchAll(placeholder)].map(({ 1: name = '', index }) => ({
    name,
    offset: index,
  }));
}

/**
 * Writes a prompt's messages.
 *
 * Values are put in as they are, and are not looked at for placeholders or images themselves. An
 * image written into the text, `![…](data:image/png;base64,…)`, becomes a message of its own, for a
 * message holds one kind of content.
 */
export function renderPrompt(
  text: string,
  values: ReadonlyMap<string, string>,
): readonly PromptMessage[] {
  const blocks: ContentBlock[] = [];
  let end = 0;
  for (const { 0: whole, 1: mimeType = '', 2: data = '', index } of text.matchAll(image)) {
    blocks.push(textBlock(text.slice(end, index), values));
    blocks.push({ type: 'image', data, mimeType });
    end = index + whole.length;
  }
  blocks.push(textBlock(text.slice(end), values));
  return blocks
    .filter((block) => block.type !== 'text' || block.text !== '')
    .map((content) => ({ role: 'user', content }));
}

function textBlock(template: string, values: ReadonlyMap<string, string>): ContentBlock {
  const text = template.trim().replaceAll(placeholder, (_, name: string) => values.get(name) ?? '');
  return { type: 'text', text };
}
