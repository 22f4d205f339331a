import { type Diagnostic, formatPlace } from '../core/diagnostic.ts';
import { inertLine } from '../core/text.ts';
import type { Printer, Style } from './output.ts';

const styles: Readonly<Record<Diagnostic['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
};

/**
 * Prints findings, each with its place on a line of its own, where terminals and editors make it a
 * link, and what to do below.
 */
export function printDiagnostics(printer: Printer, diagnostics: readonly Diagnostic[]): void {
  for (const { place, severity, code, message, hint } of diagnostics) {
    const where = place ? `${formatPlace(place)}: ` : '';
    printer.line(`  ${where}${printer.style(styles[severity], severity)} ${code}`);
    printer.line(inertLine(`    ${message}`));
    printer.line(`    ${printer.style('dim', inertLine(hint))}`);
  }
}
