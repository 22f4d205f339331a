import { resolve } from 'node:path';
import {
  isReportFormat,
  reportFormats,
  type ReportFormat,
} from '../../check/report/format-report.ts';
import { formatText } from '../../check/report/report-text.ts';
import type { Report } from '../../check/report/report.ts';
import type { CliContext } from '../command/command.ts';
import { cliError } from '../command/errors.ts';
import { replaceFile } from '../command/files.ts';
import { createPrinter } from './printer.ts';

/** The destination and format of a report. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Standard output if undefined. */
  readonly file?: string;
}

/** Parses `json` and `sarif=report.sarif`; standard output receives text unless it has a format. */
export function parseTargets(formats: readonly string[]): readonly ReportTarget[] {
  const targets = formats.map(parseTarget);
  return targets.some(({ file }) => file === undefined)
    ? targets
    : [{ format: 'text' }, ...targets];
}

function parseTarget(text: string): ReportTarget {
  const equals = text.indexOf('=');
  const format = equals < 0 ? text : text.slice(0, equals);
  if (!isReportFormat(format)) {
    const formats = Object.keys(reportFormats).join(', ');
    const hint = `Formats are ${formats}; --format json=report.json writes a file.`;
    throw cliError('CLI_UNKNOWN_FORMAT', `Unknown report format "${format}".`, { hint });
  }
  if (equals < 0) return { format };
  const file = text.slice(equals + 1);
  if (file.trim() !== '') return { format, file };
  const hint = `Name the file, as in --format ${format}=report.${format}, or omit the equals sign.`;
  throw cliError('CLI_WRONG_USAGE', `"--format ${text}" names no file.`, { hint });
}

/**
 * Writes a report to its targets.
 *
 * CI systems execute `##[` as a command anywhere in a log; its escaped form is the same JSON text.
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
