import { type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import type { Catalog, Tool } from '../../core/tool.ts';
import { readCatalogOnce } from '../../gateway/read-catalog.ts';
import { findTool } from '../cli-error.ts';
import { switchOption, type CliCommand } from '../cli-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { inspectJson } from '../inspect-json.ts';
import { createPrinter, printTable, type Printer } from '../output.ts';
import { printCatalog, printNotes } from '../print-catalog.ts';
import { addSourceOptions, loadSources } from '../source-options.ts';

/** Shows the tools that operations become, without serving them. */
export const inspectCommand: CliCommand = {
  name: 'inspect',
  examples: [
    ['graphql-mcp-gateway inspect', 'Lists tools, skipped operations, warnings and notes.'],
    ['graphql-mcp-gateway inspect searchTitles', 'Shows all of one tool.'],
    ['graphql-mcp-gateway inspect --json --strict', 'Prints JSON; fails if anything is skipped.'],
  ],
  configure(command) {
    command
      .description('Shows the tools that would be served, what is skipped and why.')
      .argument('[tool]', 'Name of one tool, to see all of it.')
      .option('--json', 'Prints JSON: { tools, skipped }.');
    addSourceOptions(command, false);
  },
  async run({ context, args: [name], options }) {
    const loaded = await loadSources(context, options);
    // without what answers calls: no endpoint is needed for that
    const { catalog, findings } = await readCatalogOnce({ ...loaded, env: context.env });
    const diagnostics = [...loaded.diagnostics, ...catalog.diagnostics, ...findings];
    const shown = name === undefined ? catalog : only(findTool(catalog, name), catalog);
    const printer = createPrinter(context.output);
    if (switchOption(options, 'json')) printer.line(JSON.stringify(inspectJson(shown), null, 2));
    else if (name === undefined) {
      printCatalog(printer, catalog, diagnostics, Infinity);
      printNotes(printer, diagnostics);
    } else for (const tool of shown.tools.values()) printTool(printer, tool);
    return loaded.config.strict && !isWhole(catalog, diagnostics)
      ? exitCodes.findings
      : exitCodes.ok;
  },
};

/** Whether there are tools, and a strict gateway would start with them. */
function isWhole({ tools, skipped }: Catalog, diagnostics: readonly Diagnostic[]): boolean {
  const errors = [...skipped, ...diagnostics].filter(({ severity }) => severity === 'error');
  return tools.size > 0 && errors.length === 0;
}

/** The part of a catalog that concerns one tool. */
function only(tool: Tool, catalog: Catalog): Catalog {
  return { ...catalog, tools: new Map([[tool.name, tool]]), skipped: [], skippedCount: 0 };
}

function printTool(printer: Printer, tool: Tool): void {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
  const facts: readonly (readonly [string, string])[] = [
    ['title', tool.title],
    ['operation', `${tool.operation.kind} ${tool.operation.name}`],
    ['source', formatPlace(tool.place)],
    ['read-only', yesNo(readOnlyHint)],
    ['destructive', yesNo(destructiveHint)],
    ['idempotent', yesNo(idempotentHint)],
    ['open world', yesNo(openWorldHint)],
    ['scopes', tool.scopes.join(' ') || 'none'],
    ['tokens', `about ${tool.estimatedTokens.toLocaleString('en-US')}`],
  ];
  printer.line(printer.style('bold', tool.name));
  printTable(
    printer,
    facts.map(([fact, text]) => [{ text: fact, style: 'dim' }, { text }]),
  );
  printPart(printer, 'Description', tool.description);
  printPart(printer, 'Input', JSON.stringify(tool.inputSchema, null, 2));
  printPart(printer, 'Output', JSON.stringify(tool.outputSchema, null, 2) ?? 'text only');
  printPart(printer, 'Document', tool.operation.document);
}

function printPart(printer: Printer, title: string, text: string): void {
  printer.line();
  printer.line(printer.style('dim', `${title}:`));
  printer.line(text);
}

function yesNo(hint: boolean): string {
  return hint ? 'yes' : 'no';
}
