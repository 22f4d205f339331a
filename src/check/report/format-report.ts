import { formatGithub } from './report-github.ts';
import { formatJunit } from './report-junit.ts';
import { formatMarkdown } from './report-markdown.ts';
import { formatSarif } from './report-sarif.ts';
import { formatText } from './report-text.ts';
import type { Report } from './report.ts';

/** The formats of a report, by name. */
export const reportFormats = {
  text: (report) => formatText(report),
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: formatMarkdown,
  github: formatGithub,
  junit: formatJunit,
  sarif: formatSarif,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

export type ReportFormat = keyof typeof reportFormats;

/** Returns whether a report format has this name. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(reportFormats, name);
}
