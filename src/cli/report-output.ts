import { resolve } from 'node:path';
import { isReportFormat, reportFormats, type ReportFormat } from '../check/report/format-report.ts';
import { formatText } from '../check/report/report-text.ts';
import type { Report } from '../check/report/report.ts';
import { cliError } from './cli-error.ts';
import type { CliContext } from './cli-context.ts';
import { createPrinter } from './output.ts';
import { replaceFile } from './replace-file.ts';

/** Where a report goes, and in which format. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Standard output without it. */
  readonly file?: string;
}

/** Reads `json` and `sarif=report.sarif`; without one for standard output, text goes there. */
export function readTargets(formats: readonly string[]): readonly ReportTarget[] {
  const targets = formats.map((text): ReportTarget => {
    const [format = '', ...rest] = text.split('=');
    if (!isReportFormat(format)) {
      const known = Object.keys(reportFormats).join(', ');
      const hint = `Formats are ${known}; --format json=report.json writes a file.`;
      throw cliError('CLI_UNKNOWN_FORMAT', `There is no report format "${format}".`, hint);
    }
    if (rest.length === 0) return { format };
    const file = rest.join('=');
    if (file.trim() === '') {
      const hint = `Name the file, as in --format ${format}=report.${format}, or leave out the equals sign.`;
      throw cliError('CLI_WRONG_USAGE', `"--format ${text}" names no file.`, hint);
    }
    return { format, file };
  });
  return targets.some(({ file }) => file === undefined)
    ? targets
    : [{ format: 'text' }, ...targets];
}

/**
 * Writes a report wherever it is wanted.
 *
 * To the log of a workflow, `##[` begins a command wherever it stands; what is written in its place is
 * the same text to whoever reads JSON.
 */
export async function writeReport(
  report: Report,
  targets: readonly ReportTarget[],
  { folder, output }: CliContext,
): Promise<void> {
  const printer = createPrinter(output);
  for (const { format, file } of targets) {
    if (file !== undefined) {
      await replaceFile(resolve(folder, file), reportFormats[format](report));
    } else if (format === 'text') {
      output.write(formatText(report, (style, text) => printer.style(style, text)));
    } else {
      output.write(reportFormats[format](report).replaceAll('##[', '#\\u0023['));
    }
  }
}
