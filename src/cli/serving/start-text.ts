import type { ResolvedAuth } from '../../config/resolve.ts';
import { printCatalog } from '../output/catalog.ts';
import { createPrinter, type OutputStream, type Printer } from '../output/printer.ts';
import type { Serving } from './open-gateway.ts';

/** Prints the URL of the gateway, its tools, and how to add it to clients. */
export function printHttpStart({ gateway, loaded, context }: Serving, origin: string): void {
  const { config } = loaded;
  const url = `${connectable(origin)}${config.server.path}`;
  const printer = createPrinter(context.output);
  printer.line(`${config.name} is served at ${printer.style('bold', url)}`);
  printer.line();
  printTools(printer, gateway, loaded);
  printAccess(printer, config.auth);
  printSnippets(printer, clientSnippets(config.name, url, config.auth.required));
}

/** Prints the tools to a stream that does not carry the protocol. */
export function printStdioStart({ gateway, loaded }: Serving, stream: OutputStream): void {
  const printer = createPrinter(stream);
  printer.line(`${loaded.config.name} is served over standard input and output`);
  printer.line();
  printTools(printer, gateway, loaded);
}

function printTools(
  printer: Printer,
  { catalog, diagnostics }: Serving['gateway'],
  loaded: Serving['loaded'],
): void {
  const others = diagnostics.filter((diagnostic) => !catalog.skipped.includes(diagnostic));
  printCatalog(printer, catalog, [...loaded.diagnostics, ...others]);
}

/** Replaces the address of all interfaces, which clients cannot connect to. */
function connectable(origin: string): string {
  return origin.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost');
}

function printAccess(printer: Printer, { required, tokens }: ResolvedAuth): void {
  if (tokens.length === 0) return;
  const token = tokens.length === 1 ? 'the bearer token' : `one of ${tokens.length} bearer tokens`;
  printer.line();
  printer.line(
    required
      ? `Clients must send ${token}.`
      : `Clients may send ${token}; without one they are anonymous.`,
  );
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

/** A line that adds the server to a client. */
export interface ClientSnippet {
  readonly client: string;
  readonly line: string;
}

/**
 * Formats the lines that add the gateway to the most common clients.
 *
 * @param needsToken adds a bearer token, for which `TOKEN` is a placeholder.
 */
export function clientSnippets(
  name: string,
  url: string,
  needsToken: boolean,
): readonly ClientSnippet[] {
  const id = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  const headers = needsToken ? { headers: { Authorization: 'Bearer TOKEN' } } : {};
  const flag = needsToken ? ' --header "Authorization: Bearer TOKEN"' : '';
  const forCode = JSON.stringify({ name: id, type: 'http', url, ...headers });
  const forCursor = JSON.stringify({ mcpServers: { [id]: { url, ...headers } } });
  return [
    { client: 'Claude Code', line: `claude mcp add --transport http ${id} ${url}${flag}` },
    { client: 'VS Code', line: `code --add-mcp '${forCode}'` },
    { client: 'Cursor', line: `.cursor/mcp.json: ${forCursor}` },
  ];
}
