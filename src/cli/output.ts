import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** Writes text for people to one stream. */
export interface Printer {
  line(text?: string): void;
  /** Colours on a terminal only, and not where `NO_COLOR` is set. */
  style(style: Style, text: string): string;
  /** Width of the terminal in characters; undefined where it is none. */
  readonly width: number | undefined;
}

export function createPrinter(stream: OutputStream): Printer {
  const isTerminal = stream.isTTY === true;
  return {
    line(text = '') {
      stream.write(`${text}\n`);
    },
    style: (style, text) => (isTerminal ? styleText(style, text, { stream }) : text),
    width: isTerminal ? stream.columns : undefined,
  };
}

/** One cell of a table: what is measured and padded, and how it is painted then. */
export interface Cell {
  readonly text: string;
  readonly style?: Style;
}

/**
 * Prints rows in columns as wide as their widest cell; the last column is cut to the terminal's
 * width, and is whole where there is none.
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
      const padded = isLast ? cut(text, left) : text.padEnd(widths[column] ?? 0);
      return style ? printer.style(style, padded) : padded;
    });
    printer.line(`${' '.repeat(indent)}${cells.join('  ')}`.trimEnd());
  }
}

/** Cuts text to so many characters, never through a pair of surrogates. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
