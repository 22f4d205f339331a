import { leavesOut } from '../compile/leaves-out.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import { printTable, type Cell, type Printer } from './output.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** Tools and findings listed at a start; `inspect` lists all. */
const shortList = 60;

/**
 * Prints what a gateway serves, what it does not and why, and what is served otherwise than written.
 * What only informs is left to `printNotes`.
 *
 * @param diagnostics what there is to say beside what the catalog skipped.
 */
export function printCatalog(
  printer: Printer,
  catalog: Catalog,
  diagnostics: readonly Diagnostic[],
  limit = shortList,
): void {
  printTools(printer, [...catalog.tools.values()], limit);
  printer.line();
  printer.line(costOf(catalog));
  // a bad glob is an error that no operation is skipped for
  const isSkip = (finding: Diagnostic) => catalog.skippedCount > 0 && leavesOut(finding);
  const skips = catalog.skipped.filter(isSkip);
  const errors = [
    ...catalog.skipped.filter((finding) => !isSkip(finding)),
    ...diagnostics.filter(({ severity }) => severity === 'error'),
  ];
  printSection(printer, `${counted(catalog.skippedCount, 'operation')} skipped`, skips, limit);
  printSection(printer, counted(errors.length, 'error'), errors, limit);
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  printSection(printer, counted(warnings.length, 'warning'), warnings, limit);
}

/** Prints the findings that only inform. */
export function printNotes(printer: Printer, diagnostics: readonly Diagnostic[]): void {
  const notes = diagnostics.filter(({ severity }) => severity === 'info');
  printSection(printer, counted(notes.length, 'note'), notes, Infinity);
}

function printTools(printer: Printer, tools: readonly Tool[], limit: number): void {
  // what changes data is listed whatever else is cut
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
  const marks = [
    operation.kind,
    ...(annotations.destructiveHint ? ['destructive'] : []),
    ...(hidden ? ['hidden'] : []),
  ];
  const kind: Cell = { text: marks.join(', ') };
  return [
    { text: name, style: 'bold' },
    operation.kind === 'mutation' ? { ...kind, style: 'yellow' } : kind,
    { text: title },
  ];
}

function costOf({ tools, estimatedTokens }: Catalog): string {
  if (tools.size === 0) return 'No tool is served: no operation was found that could become one.';
  const mutations = [...tools.values()].filter(({ operation }) => operation.kind === 'mutation');
  const changing =
    mutations.length > 0 ? `, ${counted(mutations.length, 'mutation')} among them` : '';
  // not `toLocaleString`, which loads the data of all languages: 10 ms of a start
  const tokens = String(estimatedTokens).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${counted(tools.size, 'tool')}${changing}; about ${tokens} tokens for a model to read.`;
}

function printSection(
  printer: Printer,
  title: string,
  findings: readonly Diagnostic[],
  limit: number,
): void {
  if (findings.length === 0) return;
  printer.line();
  printer.line(`${title}:`);
  printDiagnostics(printer, findings.slice(0, limit));
  printRest(printer, findings.length - limit, 'finding');
}

function printRest(printer: Printer, more: number, what: string): void {
  if (more <= 0) return;
  printer.line(`  … and ${counted(more, `more ${what}`)}; graphql-mcp-gateway inspect lists all.`);
}

/** `1 tool`, `2 tools`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
