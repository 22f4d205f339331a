import type { ResolvedAuth } from '../../config/resolve.ts';
import { clientSnippets, type ClientSnippet } from '../client-snippets.ts';
import { createPrinter, type OutputStream, type Printer } from '../output.ts';
import { printCatalog } from '../print-catalog.ts';
import type { Serving } from './serving.ts';

/** Prints where the gateway is, what it serves, and how to add it to clients. */
export function printHttpStart({ gateway, loaded, context }: Serving, origin: string): void {
  const { config } = loaded;
  const url = `${reachable(origin)}${config.server.path}`;
  const printer = createPrinter(context.output);
  printer.line(`${config.name} is served at ${printer.style('bold', url)}`);
  printer.line();
  printWhole(printer, gateway, loaded);
  printAccess(printer, config.auth);
  printSnippets(printer, clientSnippets(config.name, url, config.auth.required));
}

/** Prints what is served to where nobody expects the protocol. */
export function printStdioStart({ gateway, loaded }: Serving, stream: OutputStream): void {
  const printer = createPrinter(stream);
  printer.line(`${loaded.config.name} is served over standard input and output`);
  printer.line();
  printWhole(printer, gateway, loaded);
}

function printWhole(
  printer: Printer,
  { catalog, diagnostics }: Serving['gateway'],
  loaded: Serving['loaded'],
): void {
  const others = diagnostics.filter((finding) => !catalog.skipped.includes(finding));
  printCatalog(printer, catalog, [...loaded.diagnostics, ...others]);
}

/** An address that listens everywhere cannot be connected to; this machine's name can. */
function reachable(origin: string): string {
  return origin.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost');
}

function printAccess(printer: Printer, { required, tokens }: ResolvedAuth): void {
  if (tokens.length === 0) return;
  const without = required ? 'are refused' : 'are nobody';
  printer.line();
  const sent = tokens.length === 1 ? 'the bearer token' : `one of ${tokens.length} bearer tokens`;
  printer.line(`Callers send ${sent}; those without ${without}.`);
}

function printSnippets(printer: Printer, snippets: readonly ClientSnippet[]): void {
  printer.line();
  printer.line('Add it to a client:');
  const width = Math.max(...snippets.map(({ client }) => client.length));
  for (const { client, line } of snippets) {
    printer.line(`  ${printer.style('dim', client.padEnd(width))}  ${line}`);
  }
  printer.line();
}
