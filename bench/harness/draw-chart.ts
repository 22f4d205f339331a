import { isReached, type Figure } from './measurement.ts';

const rowHeight = 34;
const labelWidth = 470;
const barWidth = 300;

/** The figures as bars, in shares of their goals: a bar that passes the line has reached it. */
export function drawChart(figures: readonly Figure[]): string {
  const height = figures.length * rowHeight + 20;
  const rows = figures.map((figure, index) => drawRow(figure, index * rowHeight + 10));
  const line = labelWidth + barWidth / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + barWidth + 80}" height="${height}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...rows,
    `<line x1="${line}" y1="0" x2="${line}" y2="${height}" stroke="#333" stroke-dasharray="3 3"/>`,
    '</svg>\n',
  ].join('\n');
}

function drawRow(figure: Figure, top: number): string {
  const { name, ratio, goal } = figure;
  const share = 'atLeast' in goal ? ratio.median / goal.atLeast : goal.atMost / ratio.median;
  const width = Math.min(1, share / 2) * barWidth;
  const colour = isReached(figure) ? '#2e7d32' : '#c62828';
  const middle = top + 17;
  return [
    `<text x="${labelWidth - 8}" y="${middle}" text-anchor="end">${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`,
    `<rect x="${labelWidth}" y="${top + 5}" width="${width.toFixed(1)}" height="16" fill="${colour}"/>`,
    `<text x="${labelWidth + width + 6}" y="${middle}">${ratio.median.toFixed(2)}</text>`,
  ].join('');
}
