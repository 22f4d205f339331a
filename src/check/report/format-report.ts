import { formatGithub } from './report-github.ts';
import { formatJson } from './report-json.ts';
import { formatJunit } from './report-junit.ts';
import { formatMarkdown } from './report-markdown.ts';
import { formatSarif } from './report-sarif.ts';
import { formatText } from './report-text.ts';
import type { Report } from './report.ts';

/** How a report can be written, by the name of the format. */
export const reportFormats = {
  text: (report) => formatText(report),
  json: formatJson,
  markdown: formatMarkdown,
  github: formatGithub,
  junit: formatJunit,
  sarif: formatSarif,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

export type ReportFormat = keyof typeof reportFormats;

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(reportFormats, name);
}
