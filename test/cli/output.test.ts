import { describe, expect, it } from 'vitest';
import { createPrinter, printTable } from '../../src/cli/output/printer.ts';
import { capture } from './streams.ts';

const rows = [
  [{ text: 'TOOL', style: 'dim' }, { text: 'TITLE' }],
  [{ text: 'addToWatchlist', style: 'bold' }, { text: 'Add to watchlist' }],
  [{ text: 'x' }, { text: 'A title that is rather long 🎬🎬🎬' }],
] as const;

describe('createPrinter', () => {
  it('does not colour output to a file or a pipe', () => {
    const { stream, text } = capture();
    const printer = createPrinter(stream);
    printer.line(printer.style('red', 'error'));
    expect(text()).toBe('error\n');
  });

  it('colours on a terminal', () => {
    expect(createPrinter(capture(80).stream).style('red', 'error')).toBe(
      '\u001B[31merror\u001B[39m',
    );
  });
});

describe('printTable', () => {
  it('pads columns without trailing spaces', () => {
    const { stream, text } = capture();
    printTable(createPrinter(stream), rows);
    expect(text()).toBe(
      [
        '  TOOL            TITLE',
        '  addToWatchlist  Add to watchlist',
        '  x               A title that is rather long 🎬🎬🎬',
        '',
      ].join('\n'),
    );
  });

  it.each([48, 49, 50])('cuts the last column to a terminal of %i columns', (columns) => {
    const { stream, text } = capture(columns);
    printTable(createPrinter(stream), rows);
    const last = text().split('\n')[2] ?? '';
    expect(last.length).toBeLessThanOrEqual(columns);
    expect(last).toMatch(/^ {2}x {15}A title that is rather long/);
    // a lone surrogate is no character
    expect(last).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    expect(last.endsWith('…')).toBe(true);
  });

  it('prints nothing for no rows', () => {
    const { stream, text } = capture();
    printTable(createPrinter(stream), []);
    expect(text()).toBe('');
  });
});
