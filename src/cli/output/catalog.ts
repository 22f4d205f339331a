import { skipsOperation } from '../../compile/assemble-catalog.ts';
import { type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import { formatCount, inertLine } from '../../core/text.ts';
import type { Catalog, Tool } from '../../core/tool.ts';
import { pluralize, printTable, type Cell, type Printer, type Style } from './printer.ts';

/** Maximum number of listed tools and diagnostics at start; `inspect` lists all. */
const maxListed = 60;

/**
 * Prints the tools of a catalog, skipped operations with reasons, errors and warnings.
 *
 * @param diagnostics those in addition to `catalog.skipped`.
 */
export function printCatalog(
  printer: Printer,
  catalog: Catalog,
  diagnostics: readonly Diagnostic[],
  limit = maxListed,
): void {
  printTools(printer, [...catalog.tools.values()], limit);
  printer.line();
  printer.line(costOf(catalog));
  // a wrong glob is an error, but skips no operation
  const isSkip = (diagnostic: Diagnostic) => catalog.skippedCount > 0 && skipsOperation(diagnostic);
  const skips = catalog.skipped.filter(isSkip);
  const errors = [
    ...catalog.skipped.filter((diagnostic) => !isSkip(diagnostic)),
    ...diagnostics.filter(({ severity }) => severity === 'error'),
  ];
  printSection(printer, `${pluralize(catalog.skippedCount, 'operation')} skipped`, skips, limit);
  printSection(printer, pluralize(errors.length, 'error'), errors, limit);
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  printSection(printer, pluralize(warnings.length, 'warning'), warnings, limit);
}

/** Prints diagnostics for information only. */
export function printNotes(printer: Printer, diagnostics: readonly Diagnostic[]): void {
  const notes = diagnostics.filter(({ severity }) => severity === 'info');
  printSection(printer, pluralize(notes.length, 'note'), notes, Infinity);
}

function printTools(printer: Printer, tools: readonly Tool[], limit: number): void {
  // mutations are listed first if the list is cut
  const listed = tools.length <= limit ? tools : [...tools].sort(mutationsFirst).slice(0, limit);
  if (listed.length > 0) {
    const head = ['TOOL', 'KIND', 'TITLE'].map((text): Cell => ({ text, style: 'dim' }));
    printTable(printer, [head, ...listed.map(rowOf)]);
  }
  printRest(printer, tools.length - listed.length, 'tool');
}

function mutationsFirst(a: Tool, b: Tool): number {
  return Number(b.operation.kind === 'mutation') - Number(a.operation.kind === 'mutation');
}

function rowOf(tool: Tool): readonly Cell[] {
  const { name, title, operation, annotations, hidden } = tool;
  const labels = [
    operation.kind,
    ...(annotations.destructiveHint ? ['destructive'] : []),
    ...(hidden ? ['hidden'] : []),
  ];
  const kind: Cell = { text: labels.join(', ') };
  return [
    { text: name, style: 'bold' },
    operation.kind === 'mutation' ? { ...kind, style: 'yellow' } : kind,
    { text: title },
  ];
}

function costOf({ tools, estimatedTokens }: Catalog): string {
  if (tools.size === 0) return 'No tools: no operation could become one.';
  const mutations = [...tools.values()].filter(({ operation }) => operation.kind === 'mutation');
  const including =
    mutations.length > 0 ? `, including ${pluralize(mutations.length, 'mutation')}` : '';
  const tokens = formatCount(estimatedTokens);
  return `${pluralize(tools.size, 'tool')}${including}; about ${tokens} tokens.`;
}

function printSection(
  printer: Printer,
  title: string,
  diagnostics: readonly Diagnostic[],
  limit: number,
): void {
  if (diagnostics.length === 0) return;
  printer.line();
  printer.line(`${title}:`);
  printDiagnostics(printer, diagnostics.slice(0, limit));
  printRest(printer, diagnostics.length - limit, 'diagnostic');
}

function printRest(printer: Printer, more: number, noun: string): void {
  if (more <= 0) return;
  const rest = pluralize(more, `more ${noun}`);
  printer.line(`  … and ${rest}; graphql-mcp-gateway inspect lists all.`);
}

const styles: Readonly<Record<Diagnostic['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
};

/**
 * Prints diagnostics: the place on a line of its own, which terminals and editors turn into a link,
 * then the message and the hint.
 */
export function printDiagnostics(printer: Printer, diagnostics: readonly Diagnostic[]): void {
  for (const { place, severity, code, message, hint } of diagnostics) {
    const prefix = place ? inertLine(`${formatPlace(place)}: `) : '';
    printer.line(`  ${prefix}${printer.style(styles[severity], severity)} ${code}`);
    printer.line(inertLine(`    ${message}`));
    printer.line(`    ${printer.style('dim', inertLine(hint))}`);
  }
}
