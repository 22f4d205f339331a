import type { ContentBlock } from '../core/call.ts';
import { replaceJsonStrings } from '../core/exact-json.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { ContentField, Tool } from '../core/tool.ts';

/** An envelope, and the content blocks made of its fields. */
export interface EnvelopeWithContent {
  readonly envelope: string;
  readonly blocks: readonly ContentBlock[];
}

/** Length in characters from which a value is replaced by a note, since models read all of it. */
const longFrom = 100;

/** Largest number of blocks in one result; further values stay in the envelope. */
const maxBlocks = 100;

/** Depth to which lists and objects are searched. */
const maxDepth = 100;

/**
 * Creates content blocks from the fields that a tool names, and replaces their values by notes.
 *
 * | MIME type                   | value                       | block                     |
 * | --------------------------- | --------------------------- | ------------------------- |
 * | `image/*`                   | Base64, or a `data:` URL    | `image`                   |
 * | `audio/*`                   | Base64, or a `data:` URL    | `audio`                   |
 * | `text/*`, `…json`, `…xml`   | text                        | `resource` with `text`    |
 * | any other                   | Base64, or a `data:` URL    | `resource` with `blob`    |
 *
 * Each value of a list becomes a block, up to a hundred. Invalid Base64 stays in the envelope, because
 * clients reject a whole result for it. The envelope is changed as text, so that every other value
 * stays as the API wrote it.
 */
export function takeContent(tool: Tool, data: unknown, written: string): EnvelopeWithContent {
  const blocks: ContentBlock[] = [];
  const notes = new Map<string, string>();
  for (const field of tool.content ?? []) {
    for (const value of valuesAt(data, field.path)) {
      const block = blocks.length < maxBlocks ? blockOf(tool, field, value) : undefined;
      if (!block) continue;
      blocks.push(block);
      if (value.length < longFrom) continue;
      notes.set(value, JSON.stringify(`[${field.mimeType}: in a content block]`));
    }
  }
  return {
    envelope: notes.size > 0 ? replaceJsonStrings(written, longFrom, notes) : written,
    blocks,
  };
}

function valuesAt(value: unknown, path: readonly string[], depth = 0): readonly string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path, depth + 1));
  const [name, ...rest] = path;
  if (name !== undefined) {
    return isJsonObject(value) ? valuesAt(ownMember(value, name), rest, depth + 1) : [];
  }
  return typeof value === 'string' && value !== '' ? [value.toWellFormed()] : [];
}

function blockOf(
  { name }: Tool,
  { path, mimeType }: ContentField,
  value: string,
): ContentBlock | undefined {
  const uri = `graphql://answers/${name}/${path.join('/')}`;
  if (isText.test(mimeType)) return { type: 'resource', resource: { uri, mimeType, text: value } };
  const data = base64Of(value);
  if (data === undefined) return undefined;
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  return { type: 'resource', resource: { uri, mimeType, blob: data } };
}

const isText = /^text\/|[/+](?:json|xml)$/;
const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The Base64 of a value without line breaks and `data:` prefix; undefined if it is invalid. */
function base64Of(value: string): string | undefined {
  const data = value.replace(/^data:[^,]*;base64,/, '').replaceAll(/\s/g, '');
  return data.length % 4 === 0 && isBase64.test(data) ? data : undefined;
}
