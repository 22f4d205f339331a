import type { ContentBlock, PromptMessage } from '../../core/call.ts';
import type { Place } from '../../core/diagnostic.ts';
import { readYaml } from '../../core/yaml.ts';

/** The parts of a Markdown file. */
export type FrontMatter =
  | {
      readonly ok: true;
      /** The YAML, as plain values. */
      readonly value: unknown;
      /** The text after the front matter. */
      readonly text: string;
      /** Returns the place of a part of the YAML. */
      readonly locate: (path: readonly (string | number)[]) => Place;
      /** Returns the place of an offset into `text`. */
      readonly locateText: (offset: number) => Place;
    }
  | { readonly ok: false; readonly place: Place; readonly problem: string };

const fence = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Splits a Markdown file into front matter (YAML between two lines of `---`) and text. */
export function readFrontMatter(source: string, file: string): FrontMatter {
  const match = fence.exec(source);
  if (!match) {
    const place = { file, line: 1, column: 1 };
    return { ok: false, place, problem: 'The file does not start with front matter.' };
  }
  const yaml = readYaml(match[1] ?? '', file, 2);
  if (!yaml.ok) {
    const { place, message } = yaml;
    return { ok: false, place, problem: `The front matter is invalid. ${message}` };
  }
  const textStart = match[0].length;
  return {
    ok: true,
    value: yaml.value,
    text: source.slice(textStart),
    locate: (path) => yaml.placeOf(path),
    locateText(offset) {
      const lines = source.slice(0, textStart + offset).split('\n');
      return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    },
  };
}

const placeholder = /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g;
const image = /!\[[^[\]]*\]\(data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/=]+)\)/g;

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
 * Values are inserted verbatim; placeholders and images in them are not interpreted. An image in
 * the text, `![…](data:image/png;base64,…)`, becomes a separate message, because a message has one
 * kind of content.
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
