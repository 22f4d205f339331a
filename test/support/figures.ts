/** Whether tests tell what they counted: in the deep run, and with `FIGURES=1`. */
export const tellsFigures =
  process.env['DEEP'] !== undefined || process.env['FIGURES'] !== undefined;

/** Tells figures, for people. */
export function tellFigures(text: string): void {
  if (tellsFigures) console.info(text);
}

/** A share in percent; a whole one is no rounded one. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return 'none';
  const share = (part / whole) * 100;
  return `${part === whole ? '100' : Math.min(share, 99.99).toFixed(2)} %`;
}
