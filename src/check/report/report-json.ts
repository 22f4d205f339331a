import type { Report } from './report.ts';

/** Writes a report as JSON, in the shape of `docs/contract-report.schema.json`. */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
