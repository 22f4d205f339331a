import { readFileSync, writeFileSync } from 'node:fs';
import { isReached, type Figure } from './measurement.ts';

/** The figures as a Markdown table: medians of the ratios, with the least and the most. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, ratio, goal, detail } = figure;
    const { median, min, max } = ratio;
    const asked = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
    const reached = isReached(figure) ? 'yes' : 'no';
    return `| ${name} | ${round(median)} | ${round(min)}–${round(max)} | ${asked} | ${reached} | ${detail} |`;
  });
  return [
    '| measurement | ratio | spread | goal | reached | medians behind it |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

const start = '<!-- figures -->';
const end = '<!-- /figures -->';

/** Puts the table between the marks of a page. */
export function replaceTable(path: string, machine: string, table: string): void {
  const page = readFileSync(path, 'utf8');
  const before = page.slice(0, page.indexOf(start) + start.length);
  const after = page.slice(page.indexOf(end));
  writeFileSync(path, `${before}\n\n${machine}.\n\n${table}\n\n${after}`);
}

function round(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
}
