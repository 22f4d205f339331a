import { isNode, LineCounter, parseDocument } from 'yaml';
import type { Place } from '../core/diagnostic.ts';

/** A Markdown file, taken apart. */
export type FrontMatter =
  | {
      readonly ok: true;
      /** The YAML, as plain values. */
      readonly value: unknown;
      /** What follows it. */
      readonly text: string;
      /** Where a part of the YAML stands. */
      readonly locate: (path: readonly (string | number)[]) => Place;
      /** Where an offset into `text` is. */
      readonly locateText: (offset: number) => Place;
    }
  | { readonly ok: false; readonly place: Place; readonly problem: string };

const fence = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Takes front matter, YAML between two lines of `---`, off a Markdown file. */
export function readFrontMatter(source: string, file: string): FrontMatter {
  const found = fence.exec(source);
  if (!found) {
    const place = { file, line: 1, column: 1 };
    return { ok: false, place, problem: 'The file does not start with front matter.' };
  }
  const yaml = found[1] ?? '';
  const yamlStart = source.indexOf('\n') + 1;
  const textStart = found[0].length;
  const placeAt = (offset: number): Place => {
    const before = source.slice(0, offset).split('\n');
    return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  const document = parseDocument(yaml, { lineCounter: new LineCounter() });
  const [error] = document.errors;
  if (error) {
    const problem = `The front matter is not valid YAML: ${error.message.split(/ at line|\n/)[0]}.`;
    return { ok: false, place: placeAt(yamlStart + error.pos[0]), problem };
  }
  return {
    ok: true,
    value: document.toJS() as unknown,
    text: source.slice(textStart),
    locate(path) {
      const node = document.getIn(path, true);
      return placeAt(yamlStart + (isNode(node) ? (node.range?.[0] ?? 0) : 0));
    },
    locateText: (offset) => placeAt(textStart + offset),
  };
}
