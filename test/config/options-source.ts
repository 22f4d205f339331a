import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One member of an options interface, as its source says it. */
export interface DocumentedOption {
  readonly group: string;
  readonly name: string;
  /** The type as written. */
  readonly type: string;
  readonly optional: boolean;
  /** Text of the comment, on one line, without its `@default`. */
  readonly description: string;
  /** What follows `@default`. */
  readonly preset: string | undefined;
}

const folder = join(import.meta.dirname, '..', '..', 'src', 'config');

/** Reads the interfaces of `options.ts` and `tool-options.ts`: every member, its comment and its default. */
export function readDocumentedOptions(): readonly DocumentedOption[] {
  const source = ['options.ts', 'tool-options.ts']
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  return [...source.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, group = '', body = '']) =>
      [...body.matchAll(/(?:\/\*\*([\s\S]*?)\*\/\s*)?readonly (\w+)(\??): ([\s\S]*?);\n/g)].map(
        ([, comment = '', name = '', mark, type = '']) => ({
          group,
          name,
          type: type.replaceAll(/\s+/g, ' '),
          optional: mark === '?',
          ...readComment(comment),
        }),
      ),
  );
}

function readComment(comment: string) {
  const text = comment
    .replaceAll(/^\s*\* ?/gm, ' ')
    .replaceAll('*\\/', '*/')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [description = '', preset] = text.split(/\s*@default\s+/);
  return { description, preset };
}
