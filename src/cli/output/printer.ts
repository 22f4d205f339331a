import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { cutText, escapeInvisible } from '../../core/text.ts';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** Writes text for people to one stream. */
export interface Printer {
  line(text?: string): void;
  /** Colours text on a terminal, unless `NO_COLOR` is set. */
  style(style: Style, text: string): string;
  /** Width of the terminal in characters; undefined if the stream is not a terminal. */
  readonly width: number | undefined;
}

export function createPrinter(stream: OutputStream): Printer {
  const isTerminal = stream.isTTY === true;
  return {
    line(text = '') {
      // the styles of this printer are kept, and any other sequence is escaped
      stream.write(`${text.split(styles).map(escapeUnlessStyle).join('')}\n`);
    },
    style: (style, text) => (isTerminal ? styleText(style, text, { stream }) : text),
    width: isTerminal ? stream.columns : undefined,
  };
}

/** The sequences that `styleText` writes for a `Style`. */
const escape = '\u001B';
const styles = new RegExp(`(${escape}\\[(?:1|2|22|31|32|33|36|39)m)`);

function escapeUnlessStyle(part: string): string {
  return styles.test(part) ? part : escapeInvisible(part);
}

/** One cell of a table: text that determines the width, and its style. */
export interface Cell {
  readonly text: string;
  readonly style?: Style;
}

/**
 * Prints rows in columns as wide as their widest cell; on a terminal, the last column is cut to its
 * width.
 */
export function printTable(printer: Printer, rows: readonly (readonly Cell[])[], indent = 2): void {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.text.length ?? 0)),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, indent);
  const left = printer.width === undefined ? Infinity : Math.max(20, printer.width - before);
  for (const row of rows) {
    const cells = row.map(({ text, style }, column) => {
      const isLast = column === columns - 1;
      const padded = isLast ? cutText(text, left) : text.padEnd(widths[column] ?? 0);
      return style ? printer.style(style, padded) : padded;
    });
    printer.line(`${' '.repeat(indent)}${cells.join('  ')}`.trimEnd());
  }
}

/** `1 tool`, `2 tools`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Prints the paths of new files. */
export function printWrittenFiles(printer: Printer, files: readonly string[]): void {
  printer.line(`Wrote ${pluralize(files.length, 'file')}:`);
  for (const file of files) printer.line(`  ${file}`);
}
